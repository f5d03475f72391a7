import { getBets } from '@fieldhouse/contract/betslip'
import { DEMO_PICKS } from './demo-picks.ts'
import type { DemoSite } from './demo-site.ts'
import { DEMO_USERS, type DemoUsername } from './demo-users.ts'

const HOUR_MS = 3_600_000

/** Before the cut-off of each week. */
const HOURS_BEFORE_CUTOFF = 20

/** How long somebody thinks before another pick. */
const PICK_CHANGE_MS = 50 * 60_000

/**
 * Picks for the weeks up to the present one, each saved before its week locked. The weeks before
 * it are settled, of the present one nothing.
 */
export async function seedPicks({ clients, league, clock }: DemoSite): Promise<void> {
  const betslip = getBets.schema.response[200].parse(await clients.greta.get(`${league}/bets/`))
  const { season, current_week } = betslip
  const now = clock.now()
  const weeks = betslip.weeks.filter(({ week }) => week <= current_week).slice(-DEMO_PICKS.length)
  const picked = weeks.map((week, index) => ({
    ...week,
    picks: DEMO_PICKS.slice(-weeks.length)[index] ?? [],
  }))
  try {
    for (const { week, cutoff, picks } of picked) {
      const ahead = new Date(cutoff).getTime() - HOURS_BEFORE_CUTOFF * HOUR_MS
      const atMs = Math.min(ahead, now.getTime() - PICK_CHANGE_MS)
      for (const { by, text, originalText } of picks) {
        const save = (each: string) =>
          clients[by].post(`${league}/bets/save/`, { season, week, owner: nameOf(by), text: each })
        clock.set(new Date(atMs), 0)
        await save(originalText ?? text)
        if (originalText === undefined) continue
        clock.set(new Date(atMs + PICK_CHANGE_MS), 0)
        await save(text)
      }
    }
  } finally {
    clock.reset()
  }
  for (const { week, picks } of picked.filter((each) => each.week < current_week)) {
    for (const { by, result } of picks) {
      await clients.greta.post(`${league}/bets/settle/`, { season, week, owner: nameOf(by), result })
    }
  }
}

function nameOf(username: DemoUsername): string {
  const person = DEMO_USERS.find((each) => each.username === username)
  return person === undefined ? username : `${person.firstName} ${person.lastName}`
}
