import { afterAll, afterEach } from 'vitest'

/** What was written to console.error since the last test; a test that expects it spies on it instead. */
const unexpected: string[] = []

const write = console.error
console.error = (...parts: unknown[]) => {
  unexpected.push(parts.map(String).join(' '))
  write(...parts)
}

function refuse() {
  const messages = unexpected.splice(0)
  if (messages.length > 0) throw new Error(`unexpected console.error:\n${messages.join('\n')}`)
}

afterEach(refuse)
afterAll(refuse)
