import { afterAll, afterEach } from 'vitest'

/** What was written to console.error since the last test; a test that expects it spies on it instead. */
const unexpectedErrors: string[] = []

const originalConsoleError = console.error
console.error = (...parts: unknown[]) => {
  unexpectedErrors.push(parts.map(String).join(' '))
  originalConsoleError(...parts)
}

function failOnUnexpectedErrors() {
  const messages = unexpectedErrors.splice(0)
  if (messages.length > 0) throw new Error(`unexpected console.error:\n${messages.join('\n')}`)
}

afterEach(failOnUnexpectedErrors)
afterAll(failOnUnexpectedErrors)
