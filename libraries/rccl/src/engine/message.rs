//! Messages between processes.

use crate::communicator::Process;
use crate::inbox::{Channel, Step};

/// Bytes of the numbers at a message's beginning; its kind, channel and phase follow, a byte each.
const NUMBERS: usize = 48;
/// Bytes before a message's data.
const HEAD: usize = NUMBERS + 3;

/// Message to another process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// Greeting, which makes the connection.
    Hello,
    /// Number of messages that have come from the receiver of this.
    Acknowledged(u64),
    /// A piece for a rank.
    Piece(Step),
    /// A rank has failed; the data are the reason.
    Failure,
}

/// Beginning of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) sender: Process,
    pub(super) team: u64,
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) content: Content,
}

impl Head {
    /// The message with its data.
    pub(super) fn write(&self, data: &[u8]) -> Vec<u8> {
        let (kind, channel, phase, numbers) = match self.content {
            Content::Hello => (0, 0, 0, [0, 0]),
            Content::Acknowledged(count) => (1, 0, 0, [count, 0]),
            Content::Piece(step) => (2, step.channel as u8, step.phase, [step.operation, step.run]),
            Content::Failure => (3, 0, 0, [0, 0]),
        };
        let mut bytes = Vec::with_capacity(HEAD + data.len());
        bytes.extend(self.sender.to_le_bytes());
        bytes.extend(self.team.to_le_bytes());
        bytes.extend(numbers[0].to_le_bytes());
        bytes.extend(numbers[1].to_le_bytes());
        bytes.extend(self.from.to_le_bytes());
        bytes.extend(self.to.to_le_bytes());
        bytes.extend([kind, channel, phase]);
        bytes.extend(data);
        bytes
    }

    /// Reads a message's beginning. Its data follow at the index that is returned.
    pub(super) fn read(bytes: &[u8]) -> Option<(Head, usize)> {
        let (head, _) = bytes.split_at_checked(HEAD)?;
        let word =
            |at: usize| head[at..at + 8].iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
        let sender = Process::from(word(8)) << 64 | Process::from(word(0));
        let (numbers, ranks) = ([word(24), word(32)], word(40));
        let channel = match head[NUMBERS + 1] {
            0 => Channel::All,
            1 => Channel::Pair,
            2 => Channel::Control,
            _ => return None,
        };
        let content = match head[NUMBERS] {
            0 => Content::Hello,
            1 => Content::Acknowledged(numbers[0]),
            2 => {
                let [operation, run] = numbers;
                Content::Piece(Step { channel, operation, run, phase: head[NUMBERS + 2] })
            }
            3 => Content::Failure,
            _ => return None,
        };
        let (from, to) = (ranks as u32, (ranks >> 32) as u32);
        Some((Head { sender, team: word(16), from, to, content }, HEAD))
    }
}

#[cfg(test)]
mod tests {
    use super::{Content, Head};
    use crate::inbox::{Channel, Step};

    #[test]
    fn messages_are_read_as_they_were_written() {
        let step = Step { channel: Channel::Control, operation: 1 << 40, run: 3, phase: 1 };
        for content in [Content::Hello, Content::Acknowledged(9), Content::Piece(step), Content::Failure] {
            let head = Head { sender: u128::MAX - 7, team: 5, from: 6, to: 7 << 20, content };
            let bytes = head.write(b"data");
            let (read, at) = Head::read(&bytes).expect("a message");
            assert_eq!((read, &bytes[at..]), (head, &b"data"[..]));
            assert!((0..at).all(|short| Head::read(&bytes[..short]).is_none()));
        }
    }
}
