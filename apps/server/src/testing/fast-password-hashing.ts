import { vi } from 'vitest'

/** The least that argon2 takes: what a hash costs in earnest is most of what it takes to register. */
const MIN_COST = { memoryCost: 8, timeCost: 1, parallelism: 1 }

vi.mock('@node-rs/argon2', async (original) => {
  const argon2 = await original<typeof import('@node-rs/argon2')>()
  return { ...argon2, hash: (password: string) => argon2.hash(password, MIN_COST) }
})
