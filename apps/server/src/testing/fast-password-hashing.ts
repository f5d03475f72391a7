import { vi } from 'vitest'

/** The minimum that argon2 accepts. At its real cost, hashing takes most of the time of a registration. */
const MIN_COST = { memoryCost: 8, timeCost: 1, parallelism: 1 }

vi.mock('@node-rs/argon2', async (original) => {
  const argon2 = await original<typeof import('@node-rs/argon2')>()
  const { passwordHashing } = await import('./password-hashing.ts')
  const hash = async (password: string) => {
    await passwordHashing.meanwhile()
    return argon2.hash(password, MIN_COST)
  }
  return { ...argon2, hash }
})
