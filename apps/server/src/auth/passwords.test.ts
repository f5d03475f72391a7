import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

// The test setup mocks argon2 with the lowest cost; this file tests the real cost.
beforeAll(() => {
  vi.doUnmock('@node-rs/argon2')
  vi.resetModules()
})
afterAll(() => vi.resetModules())

it('hashes at the OWASP minimum cost with a unique salt', async () => {
  const { hashPassword, verifyPassword } = await import('./passwords.ts')
  const hashes = [await hashPassword('a long secret'), await hashPassword('a long secret')]
  for (const hash of hashes) {
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect([await verifyPassword(hash, 'a long secret'), await verifyPassword(hash, 'another')]).toEqual([
      true,
      false,
    ])
  }
  expect(new Set(hashes).size).toBe(2)
})

it('rejects every password when the account does not exist', async () => {
  const { verifyPassword } = await import('./passwords.ts')
  expect(await verifyPassword(null, 'not a real password')).toBe(false)
})

it('knows 10,000 common passwords of 8 characters or more, without duplicates', () => {
  const lines = readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8').split('\n')
  const passwords = lines.filter((line) => line !== '' && !line.startsWith('#'))
  expect(new Set(passwords).size).toBe(10_000)
  expect(passwords.filter((each) => each.length < 8 || each !== each.toLowerCase())).toEqual([])
})

it.each(['password', 'PassWord', '12345678', 'trustno1', 'oldsmobile'])(
  'recognizes the common password %s',
  async (password) => {
    const { isCommonPassword } = await import('./passwords.ts')
    expect(isCommonPassword(password)).toBe(true)
  },
)

it.each(['', 'pass', 'password ', '#', 'a-phrase-nobody-uses'])(
  'does not take %j for a common password',
  async (password) => {
    const { isCommonPassword } = await import('./passwords.ts')
    expect(isCommonPassword(password)).toBe(false)
  },
)
