"""OpenMM, as it comes: forces and energies of its CUDA platform against its reference, with and without PME, and dynamics."""

import numpy as np
import openmm as mm
from openmm import unit

nm, mole = unit.nanometer, unit.kilojoule_per_mole
rng = np.random.default_rng(3)
side, edge = 6, 0.5
count = side**3
positions = np.array([(x, y, z) for x in range(side) for y in range(side) for z in range(side)]) * edge
positions += rng.uniform(-0.05, 0.05, positions.shape)


def system(method):
    made = mm.System()
    force = mm.NonbondedForce()
    force.setNonbondedMethod(method)
    force.setCutoffDistance(1.0)
    made.setDefaultPeriodicBoxVectors(*(np.eye(3) * side * edge))
    bonds, angles = mm.HarmonicBondForce(), mm.HarmonicAngleForce()
    for at in range(count):
        made.addParticle(20.0)
        force.addParticle(0.5 if at % 2 else -0.5, 0.3, 0.5)
        if at % 3 < 2:
            bonds.addBond(at, at + 1, 0.45, 800.0)
            force.addException(at, at + 1, 0, 0.3, 0)
        if at % 3 == 0:
            angles.addAngle(at, at + 1, at + 2, 2.0, 50.0)
    for each in (force, bonds, angles):
        made.addForce(each)
    return made


def state(platform, method, steps=0):
    integrator = mm.VerletIntegrator(0.001)
    context = mm.Context(system(method), integrator, mm.Platform.getPlatformByName(platform))
    context.setPositions(positions)
    integrator.step(steps)
    found = context.getState(energy=True, forces=True, positions=True)
    return (
        found.getPotentialEnergy().value_in_unit(mole),
        found.getForces(asNumpy=True).value_in_unit(mole / nm),
        found.getPositions(asNumpy=True).value_in_unit(nm),
    )


for name, method in (("no cutoff", mm.NonbondedForce.NoCutoff), ("cutoff", mm.NonbondedForce.CutoffPeriodic), ("PME", mm.NonbondedForce.PME)):
    energy, forces, _ = state("Reference", method)
    own_energy, own_forces, _ = state("CUDA", method)
    assert np.isclose(energy, own_energy, rtol=1e-3), (name, energy, own_energy)
    worst = np.abs(forces - own_forces).max() / np.abs(forces).max()
    assert worst < 1e-3, (name, worst)
_, _, expected = state("Reference", mm.NonbondedForce.PME, 20)
_, _, moved = state("CUDA", mm.NonbondedForce.PME, 20)
assert np.abs(expected - moved).max() < 1e-3
print("OpenMM: bonds, angles, non-bonded forces with and without PME, dynamics: PASS")
