import { getBets } from '@fieldhouse/contract/betslip'
import { DEMO_PEOPLE, type DemoUsername } from './demo-people.ts'
import type { DemoSite } from './demo-site.ts'
import { PICKS } from './picks.ts'

const HOUR_MS = 3_600_000

/** Before the cut-off of each week. */
const HOURS_AHEAD = 20

/** How long somebody thinks before another pick. */
const RETHINK_MS = 50 * 60_000

/**
 * Picks for the weeks up to the present one, each saved before its week locked. The weeks before
 * it are settled, of the present one nothing.
 */
export async function writePicks({ visitors, league, clock }: DemoSite): Promise<void> {
  const betslip = getBets.schema.response[200].parse(await visitors.greta.get(`${league}/bets/`))
  const { season, current_week } = betslip
  const now = clock.now()
  const weeks = betslip.weeks.filter(({ week }) => week <= current_week).slice(-PICKS.length)
  const picked = weeks.map((week, index) => ({ ...week, picks: PICKS.slice(-weeks.length)[index] ?? [] }))
  try {
    for (const { week, cutoff, picks } of picked) {
      const ahead = new Date(cutoff).getTime() - HOURS_AHEAD * HOUR_MS
      const atMs = Math.min(ahead, now.getTime() - RETHINK_MS)
      for (const { by, text, first } of picks) {
        const save = (each: string) =>
          visitors[by].post(`${league}/bets/save/`, { season, week, owner: nameOf(by), text: each })
        clock.set(new Date(atMs), 0)
        await save(first ?? text)
        if (first === undefined) continue
        clock.set(new Date(atMs + RETHINK_MS), 0)
        await save(text)
      }
    }
  } finally {
    clock.reset()
  }
  for (const { week, picks } of picked.filter((each) => each.week < current_week)) {
    for (const { by, result } of picks) {
      await visitors.greta.post(`${league}/bets/settle/`, { season, week, owner: nameOf(by), result })
    }
  }
}

function nameOf(username: DemoUsername): string {
  const person = DEMO_PEOPLE.find((each) => each.username === username)
  return person === undefined ? username : `${person.firstName} ${person.lastName}`
}
