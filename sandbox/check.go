package sandbox

// Check is what [Probe] found out about one layer of confinement.
type Check struct {
	// Backend is the means of confinement that was tried.
	Backend Backend
	// Name says what was tried: "write outside".
	Name string
	// Present says whether the layer exists on this machine at all.
	Present bool
	// Held says whether the attempt to escape failed, as it should.
	Held bool
	// Detail is one line of explanation.
	Detail string
}
