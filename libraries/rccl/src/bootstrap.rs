//! Meeting of the ranks of a new communicator. The process that draws the unique id listens on a port; the id
//! has its addresses. Each rank connects and says who it is; when all have, each gets the list.

use crate::communicator::{Member, Process, UniqueId};
use crate::last_error::fail;
use crate::settings::timeout;
use crate::status::Status;
use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// First bytes of an id, and of what ranks say.
const MAGIC: [u8; 8] = *b"hiprccl1";
/// Most addresses of an id.
const MOST_ADDRESSES: usize = 6;
/// Time for a connection to one of the addresses.
const CONNECT: Duration = Duration::from_secs(3);
/// Time between two looks for another rank.
const PAUSE: Duration = Duration::from_millis(2);
/// Largest message of a meeting.
const LONGEST: usize = 1 << 24;

/// Draws a number.
pub(crate) fn draw() -> u64 {
    // Keys of the standard library's hashers are random.
    RandomState::new().hash_one(std::process::id())
}

/// The number of this process.
pub(crate) fn process() -> Process {
    static OWN: OnceLock<Process> = OnceLock::new();
    *OWN.get_or_init(|| u128::from(draw()) << 64 | u128::from(draw()))
}

/// Addresses of this machine: that of `HIP_RCCL_ADDRESS`, those of its interfaces, and the loopback's.
fn addresses() -> Vec<IpAddr> {
    let mut all: Vec<IpAddr> =
        std::env::var("HIP_RCCL_ADDRESS").ok().and_then(|text| text.parse().ok()).into_iter().collect();
    all.extend(interfaces());
    all.truncate(MOST_ADDRESSES - 1);
    all.push(Ipv4Addr::LOCALHOST.into());
    all
}

/// Addresses of the interfaces that other machines may reach.
fn interfaces() -> Vec<IpAddr> {
    let mut first = std::ptr::null_mut();
    let mut all = Vec::new();
    // SAFETY: a local's address.
    if unsafe { libc::getifaddrs(&raw mut first) } != 0 {
        return all;
    }
    let mut next = first;
    // SAFETY: the list is valid until it is freed; an address has the structure of its family.
    while let Some(interface) = unsafe { next.as_ref() } {
        next = interface.ifa_next;
        let is_up = interface.ifa_flags & libc::IFF_UP as u32 != 0;
        if interface.ifa_addr.is_null() || !is_up {
            continue;
        }
        // SAFETY: as above.
        let ip: Option<IpAddr> = unsafe {
            match i32::from((*interface.ifa_addr).sa_family) {
                libc::AF_INET => {
                    let address = &*interface.ifa_addr.cast::<libc::sockaddr_in>();
                    Some(Ipv4Addr::from(u32::from_be(address.sin_addr.s_addr)).into())
                }
                libc::AF_INET6 => {
                    let address = &*interface.ifa_addr.cast::<libc::sockaddr_in6>();
                    Some(Ipv6Addr::from(address.sin6_addr.s6_addr).into())
                }
                _ => None,
            }
        };
        // Addresses of a link mean nothing without their interface.
        let is_local = |ip: &IpAddr| matches!(ip, IpAddr::V6(ip) if ip.is_unicast_link_local());
        all.extend(ip.filter(|ip| !ip.is_loopback() && !is_local(ip)));
    }
    // SAFETY: from `getifaddrs`, once.
    unsafe { libc::freeifaddrs(first) };
    all
}

/// Place where ranks meet, as an id has it.
struct Place {
    team: u64,
    port: u16,
    addresses: Vec<IpAddr>,
}

impl Place {
    fn write(&self) -> UniqueId {
        let mut bytes = Vec::from(MAGIC);
        bytes.extend(self.team.to_le_bytes());
        bytes.extend(self.port.to_le_bytes());
        bytes.push(self.addresses.len() as u8);
        for address in &self.addresses {
            let address = match address {
                IpAddr::V4(ip) => ip.to_ipv6_mapped(),
                IpAddr::V6(ip) => *ip,
            };
            bytes.extend(address.octets());
        }
        bytes.resize(128, 0);
        UniqueId { internal: bytes.try_into().unwrap_or([0; 128]) }
    }

    fn read(id: &UniqueId) -> Result<Place, Status> {
        let mut words = Words(&id.internal);
        let place = (|| {
            (words.take::<8>()? == MAGIC).then_some(())?;
            let (team, port) = (words.number()?, u16::from_le_bytes(words.take()?));
            let [count] = words.take()?;
            let addresses = (0..count).map(|_| Some(Ipv6Addr::from(words.take::<16>()?).to_canonical()));
            Some(Place { team, port, addresses: addresses.collect::<Option<_>>()? })
        })();
        place.ok_or_else(|| fail(Status::InvalidArgument, "the unique id is not one of ncclGetUniqueId's"))
    }
}

/// Bytes that are read in turn.
struct Words<'a>(&'a [u8]);

impl Words<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(*first)
    }

    fn number(&mut self) -> Option<u64> {
        self.take().map(u64::from_le_bytes)
    }
}

/// A connection, which carries messages with their length before them.
struct Wire(TcpStream);

impl Wire {
    fn new(stream: TcpStream, patience: Duration) -> io::Result<Wire> {
        stream.set_nonblocking(false)?;
        stream.set_nodelay(true)?;
        let wire = Wire(stream);
        wire.be_patient(patience)?;
        Ok(wire)
    }

    fn be_patient(&self, patience: Duration) -> io::Result<()> {
        self.0.set_read_timeout(Some(patience))?;
        self.0.set_write_timeout(Some(patience))
    }

    fn send(&mut self, message: &[u8]) -> io::Result<()> {
        self.0.write_all(&(message.len() as u32).to_le_bytes())?;
        self.0.write_all(message)
    }

    fn receive(&mut self) -> io::Result<Vec<u8>> {
        let mut length = [0; 4];
        self.0.read_exact(&mut length)?;
        let length = u32::from_le_bytes(length) as usize;
        if length > LONGEST {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "no message of a meeting"));
        }
        let mut message = vec![0; length];
        self.0.read_exact(&mut message)?;
        Ok(message)
    }
}

/// Words of a rank that comes.
struct Hello {
    rank: u32,
    ranks: u32,
    member: Member,
}

impl Hello {
    fn write(&self, team: u64) -> Vec<u8> {
        let mut bytes = Vec::from(MAGIC);
        bytes.extend(team.to_le_bytes());
        bytes.extend(self.rank.to_le_bytes());
        bytes.extend(self.ranks.to_le_bytes());
        bytes.extend(write_member(&self.member));
        bytes
    }

    fn read(bytes: &[u8], team: u64) -> Option<Hello> {
        let mut words = Words(bytes);
        (words.take::<8>()? == MAGIC && words.number()? == team).then_some(())?;
        let (rank, ranks) = (u32::from_le_bytes(words.take()?), u32::from_le_bytes(words.take()?));
        Some(Hello { rank, ranks, member: read_member(&mut words)? })
    }
}

fn write_member(member: &Member) -> impl Iterator<Item = u8> {
    member.process.to_le_bytes().into_iter().chain(member.device.to_le_bytes())
}

fn read_member(words: &mut Words<'_>) -> Option<Member> {
    let process = u128::from_le_bytes(words.take()?);
    Some(Member { process, device: i32::from_le_bytes(words.take()?) })
}

/// First byte of an answer: whether it is what was asked for, or the reason why there is none.
const GRANTED: u8 = 0;
const REFUSED: u8 = 1;

fn answer(granted: Result<Vec<u8>, String>) -> Vec<u8> {
    let (kind, mut bytes) = match granted {
        Ok(bytes) => (GRANTED, bytes),
        Err(why) => (REFUSED, why.into_bytes()),
    };
    bytes.insert(0, kind);
    bytes
}

fn read_answer(message: &[u8]) -> Result<&[u8], String> {
    match message {
        [GRANTED, rest @ ..] => Ok(rest),
        [REFUSED, why @ ..] => Err(String::from_utf8_lossy(why).into_owned()),
        _ => Err("an answer was not understood".to_owned()),
    }
}

/// Draws an id, and starts the thread that its ranks meet at.
pub(crate) fn unique_id() -> Result<UniqueId, Status> {
    let refuse = |e: io::Error| fail(Status::SystemError, format!("ncclGetUniqueId: {e}"));
    let listener = TcpListener::bind((Ipv6Addr::UNSPECIFIED, 0));
    let listener = listener.or_else(|_| TcpListener::bind((Ipv4Addr::UNSPECIFIED, 0))).map_err(refuse)?;
    let (team, port) = (draw(), listener.local_addr().map_err(refuse)?.port());
    let thread = std::thread::Builder::new().name("hip-rccl-root".to_owned());
    thread.spawn(move || host(&listener, team)).map_err(refuse)?;
    Ok(Place { team, port, addresses: addresses() }.write())
}

/// Number of the team that meets by an id.
pub(crate) fn team(id: &UniqueId) -> Result<u64, Status> {
    Ok(Place::read(id)?.team)
}

/// Collects the ranks of a team, and gives each the answers. Failures are the ranks' to report.
fn host(listener: &TcpListener, team: u64) {
    let mut wires = BTreeMap::new();
    let gathered = gather(listener, team, &mut wires);
    let several = matches!(&gathered, Ok((_, several)) if *several);
    tell(&mut wires, &answer(gathered.map(|(list, _)| list)));
    if several {
        let addresses = collect_addresses(&mut wires);
        tell(&mut wires, &answer(addresses));
    }
}

fn tell(wires: &mut BTreeMap<u32, Wire>, message: &[u8]) {
    for wire in wires.values_mut() {
        // A rank that is gone misses nothing; the others notice by themselves.
        let _ = wire.send(message);
    }
}

/// Waits for all ranks. Returns the list of members, and whether they are of several processes.
fn gather(
    listener: &TcpListener,
    team: u64,
    wires: &mut BTreeMap<u32, Wire>,
) -> Result<(Vec<u8>, bool), String> {
    let mut members = BTreeMap::new();
    let (mut ranks, mut since) = (None, None::<Instant>);
    let polls = listener.set_nonblocking(true).is_ok();
    while ranks.is_none_or(|ranks| members.len() < ranks as usize) {
        let stream = match listener.accept() {
            Ok((stream, _)) => stream,
            Err(e) if polls && e.kind() == io::ErrorKind::WouldBlock => {
                if since.is_some_and(|since| since.elapsed() > timeout()) {
                    let absent = (0..).find(|rank| !members.contains_key(rank)).unwrap_or_default();
                    let seconds = timeout().as_secs_f64();
                    return Err(format!("rank {absent} did not come within {seconds} s (HIP_RCCL_TIMEOUT)"));
                }
                std::thread::sleep(PAUSE);
                continue;
            }
            Err(e) => return Err(format!("the ranks cannot meet: {e}")),
        };
        // Others may connect, too; they do not know the id.
        let Ok(mut wire) = Wire::new(stream, CONNECT) else { continue };
        let Some(hello) = wire.receive().ok().and_then(|message| Hello::read(&message, team)) else {
            continue;
        };
        if wire.send(&MAGIC).and_then(|()| wire.be_patient(timeout())).is_err() {
            continue;
        }
        since.get_or_insert_with(Instant::now);
        let wanted = *ranks.get_or_insert(hello.ranks);
        let is_known = members.insert(hello.rank, hello.member).is_some();
        wires.insert(hello.rank, wire);
        if wanted != hello.ranks || hello.rank >= wanted {
            return Err(format!("rank {} of {} came to a team of {wanted}", hello.rank, hello.ranks));
        }
        if is_known {
            return Err(format!("two ranks say that they are rank {}", hello.rank));
        }
    }
    let several = members.values().any(|member| member.process != members[&0].process);
    Ok((members.values().flat_map(write_member).collect(), several))
}

/// Collects the ranks' addresses in the engine, with their lengths before them.
fn collect_addresses(wires: &mut BTreeMap<u32, Wire>) -> Result<Vec<u8>, String> {
    let mut all = Vec::new();
    for (rank, wire) in wires {
        let message = wire.receive().map_err(|e| format!("rank {rank} is gone: {e}"))?;
        let address = read_answer(&message).map_err(|why| format!("rank {rank}: {why}"))?;
        all.extend((address.len() as u32).to_le_bytes());
        all.extend(address);
    }
    Ok(all)
}

/// Members of a team, and their addresses in the engine if they are of several processes.
pub(crate) struct Met {
    pub(crate) members: Vec<Member>,
    pub(crate) addresses: Vec<Vec<u8>>,
}

/// Meets the other ranks of a team; `address` is asked for if they are of several processes.
pub(crate) fn meet(
    id: &UniqueId,
    rank: u32,
    ranks: u32,
    device: i32,
    address: impl FnOnce() -> Result<Vec<u8>, String>,
) -> Result<Met, Status> {
    let place = Place::read(id)?;
    let hello = Hello { rank, ranks, member: Member { process: process(), device } };
    let mut wire = connect(&place, &hello.write(place.team))?;
    let gone = |e: io::Error| {
        fail(Status::RemoteError, format!("the process that made the unique id is gone, or late: {e}"))
    };
    // The host has the same limit, and says more.
    wire.be_patient(timeout() + CONNECT).map_err(gone)?;
    let refuse = |why: String| fail(Status::RemoteError, why);
    let message = wire.receive().map_err(gone)?;
    let mut words = Words(read_answer(&message).map_err(refuse)?);
    let members: Vec<Member> = std::iter::from_fn(|| read_member(&mut words)).collect();
    if members.len() != ranks as usize {
        return Err(refuse("the list of ranks was not understood".to_owned()));
    }
    if members.iter().all(|member| member.process == process()) {
        return Ok(Met { members, addresses: Vec::new() });
    }
    let own = address();
    let missing = own.clone().err();
    let message = wire.send(&answer(own)).and_then(|()| wire.receive());
    // The own reason is the better one.
    if let Some(why) = missing {
        return Err(fail(Status::SystemError, why));
    }
    let message = message.map_err(gone)?;
    let mut words = Words(read_answer(&message).map_err(refuse)?);
    let addresses = std::iter::from_fn(|| {
        let length = u32::from_le_bytes(words.take()?) as usize;
        let (address, rest) = words.0.split_at_checked(length)?;
        words.0 = rest;
        Some(address.to_vec())
    });
    let addresses: Vec<Vec<u8>> = addresses.collect();
    if addresses.len() != members.len() {
        return Err(refuse("the list of addresses was not understood".to_owned()));
    }
    Ok(Met { members, addresses })
}

/// Connects to the host of a team, at the first of its addresses where it answers.
fn connect(place: &Place, hello: &[u8]) -> Result<Wire, Status> {
    let mut why = String::from("it has no address");
    for &address in &place.addresses {
        let at = SocketAddr::new(address, place.port);
        let answered = TcpStream::connect_timeout(&at, CONNECT).and_then(|stream| {
            let mut wire = Wire::new(stream, CONNECT)?;
            wire.send(hello)?;
            if wire.receive()? == MAGIC { Ok(wire) } else { Err(io::ErrorKind::InvalidData.into()) }
        });
        match answered {
            Ok(wire) => return Ok(wire),
            Err(e) => why = format!("{at}: {e}"),
        }
    }
    Err(fail(Status::RemoteError, format!("the process that made the unique id does not answer: {why}")))
}

#[cfg(test)]
mod tests {
    use super::{Place, unique_id};
    use crate::communicator::UniqueId;

    #[test]
    fn ids_carry_where_ranks_meet() {
        let id = unique_id().expect("a port");
        let place = Place::read(&id).expect("an id of ours");
        assert!(place.port != 0 && place.addresses.iter().any(|ip| ip.is_loopback()));
        assert_eq!(place.write(), id);
        assert!(Place::read(&UniqueId { internal: [0; 128] }).is_err());
    }
}
