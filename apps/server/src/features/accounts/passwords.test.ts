import { afterAll, beforeAll, expect, it, vi } from 'vitest'

// Everywhere else in the tests a hash is made at the least cost.
beforeAll(() => {
  vi.doUnmock('@node-rs/argon2')
  vi.resetModules()
})
afterAll(() => vi.resetModules())

it('makes hashes at the cost that OWASP asks for, each with a salt of its own', async () => {
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

it('takes no password for right where there is no account', async () => {
  const { verifyPassword } = await import('./passwords.ts')
  expect(await verifyPassword(null, 'nobody has this password')).toBe(false)
})
