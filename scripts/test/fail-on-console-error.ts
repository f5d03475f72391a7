import { afterAll, afterEach } from 'vitest'

/** The calls of console.error during a test. A test that expects such a call mocks console.error instead. */
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
