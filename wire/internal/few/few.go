// Package few has a map for what mostly has a handful of entries: the calls of an answer, its
// open blocks. They are found fastest by looking at each, and need little memory; where there
// are more after all, it becomes a map like any other.
package few

// Map has values by key. The zero value is empty and ready to use.
type Map[K comparable, V any] struct {
	list []entry[K, V]
	many map[K]V // all of them, if they are not few
}

type entry[K comparable, V any] struct {
	key   K
	value V
}

const most = 16

// Get gives the value of a key; without one, the zero value.
func (m *Map[K, V]) Get(key K) V {
	if m.many != nil {
		return m.many[key]
	}
	var value V
	if i := m.find(key); i >= 0 {
		value = m.list[i].value
	}
	return value
}

// Has reports whether there is a value of a key.
func (m *Map[K, V]) Has(key K) bool {
	if m.many == nil {
		return m.find(key) >= 0
	}
	_, ok := m.many[key]
	return ok
}

// Set gives a key its value.
func (m *Map[K, V]) Set(key K, value V) {
	switch i := m.find(key); {
	case m.many != nil:
		m.many[key] = value
	case i >= 0:
		m.list[i].value = value
	case len(m.list) < most:
		m.list = append(m.list, entry[K, V]{key, value})
	default:
		m.many = make(map[K]V, 2*most)
		for _, e := range m.list {
			m.many[e.key] = e.value
		}
		m.list, m.many[key] = nil, value
	}
}

// Delete forgets a key.
func (m *Map[K, V]) Delete(key K) {
	delete(m.many, key)
	if i := m.find(key); i >= 0 {
		last := len(m.list) - 1
		m.list[i] = m.list[last]
		clear(m.list[last:])
		m.list = m.list[:last]
	}
}

// Clear forgets all of them.
func (m *Map[K, V]) Clear() {
	clear(m.list)
	m.list, m.many = m.list[:0], nil
}

// Len is how many there are.
func (m *Map[K, V]) Len() int { return len(m.list) + len(m.many) }

// Keys gives the keys, in no order.
func (m *Map[K, V]) Keys() []K {
	keys := make([]K, 0, m.Len())
	for i := range m.list {
		keys = append(keys, m.list[i].key)
	}
	for key := range m.many {
		keys = append(keys, key)
	}
	return keys
}

func (m *Map[K, V]) find(key K) int {
	for i := range m.list {
		if m.list[i].key == key {
			return i
		}
	}
	return -1
}
