import type { Child } from './child.ts'
import { type Client, createClient } from './client.ts'

export const HERD_LEAGUE = 'Bench'
const HERD_PAGES = 2000
/** A user can have ten streams per process. */
const PAGES_PER_USER = 10
const PASSWORD = 'bench-the-long-way'
const CONCURRENCY = 20

export async function signUpFans(address: string, admin: Client): Promise<Client[]> {
  const names = Array.from({ length: HERD_PAGES / PAGES_PER_USER }, (_, index) => `fan${index}`)
  return openInParallel(names, async (username) => {
    const client = createClient(address, username)
    await client.post('/api/register/', { username, password: PASSWORD })
    await admin.post('/api/assign-user/', { username, league: HERD_LEAGUE, role: 'viewer' })
    return client
  })
}

/** Opens all pages. Those of a fan have the same cookie. */
export function openPages<Page>(fans: readonly Client[], open: (cookie: string) => Promise<Page>) {
  const cookies = Array.from({ length: HERD_PAGES }, (_, index) => fans[index % fans.length]?.cookie() ?? '')
  return openInParallel(cookies, open)
}

/** @returns a function that ends the sampling, and returns the most memory in use */
export function sampleMemory({ resourceUsage }: Pick<Child, 'resourceUsage'>): () => number {
  let memoryMb = 0
  const timer = setInterval(() => {
    memoryMb = Math.max(memoryMb, resourceUsage().memoryMb)
  }, 100)
  return () => {
    clearInterval(timer)
    return memoryMb
  }
}

async function openInParallel<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  async function runNext(): Promise<void> {
    for (let index = next++; index < items.length; index = next++)
      results[index] = await work(items[index] as Item)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, runNext))
  return results
}
