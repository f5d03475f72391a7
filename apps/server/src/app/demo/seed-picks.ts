import { getBets } from '@fieldhouse/contract/betslip'
import { DEMO_PICKS } from './demo-picks.ts'
import type { DemoSite } from './demo-site.ts'
import { DEMO_USERS, type DemoUsername } from './demo-users.ts'

const HOUR_MS = 3_600_000

/** When picks are saved, in hours before the cutoff of the week. */
const HOURS_BEFORE_CUTOFF = 20

/** Time between a pick and its change. */
const PICK_CHANGE_MS = 50 * 60_000

/**
 * Saves picks for the weeks up to the current one, each before the cutoff of its week, and settles those of
 * the past weeks.
 */
export async function seedPicks({ clients, leaguePath, clock }: DemoSite): Promise<void> {
  const betslip = getBets.schema.response[200].parse(await clients.greta.get(`${leaguePath}/bets/`))
  const { season, current_week } = betslip
  const now = clock.now()
  const weeks = betslip.weeks.filter(({ week }) => week <= current_week).slice(-DEMO_PICKS.length)
  const weeksWithPicks = weeks.map((week, index) => ({
    ...week,
    picks: DEMO_PICKS.slice(-weeks.length)[index] ?? [],
  }))
  try {
    for (const { week, cutoff, picks } of weeksWithPicks) {
      const beforeCutoffMs = new Date(cutoff).getTime() - HOURS_BEFORE_CUTOFF * HOUR_MS
      const atMs = Math.min(beforeCutoffMs, now.getTime() - PICK_CHANGE_MS)
      for (const { by, text, originalText } of picks) {
        const save = (pickText: string) =>
          clients[by].post(`${leaguePath}/bets/save/`, {
            season,
            week,
            owner: fullNameOf(by),
            text: pickText,
          })
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
  for (const { week, picks } of weeksWithPicks.filter((each) => each.week < current_week)) {
    for (const { by, result } of picks) {
      await clients.greta.post(`${leaguePath}/bets/settle/`, { season, week, owner: fullNameOf(by), result })
    }
  }
}

function fullNameOf(username: DemoUsername): string {
  const user = DEMO_USERS.find((each) => each.username === username)
  return user === undefined ? username : `${user.firstName} ${user.lastName}`
}
