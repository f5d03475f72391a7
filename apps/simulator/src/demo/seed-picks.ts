import { getBets } from '@fieldhouse/contract/betslip'
import type { LegResult } from '@fieldhouse/domain/betslip/settlement'
import { HOUR_MS, MINUTE_MS } from '@fieldhouse/domain/duration'
import { DEMO_USERS, type DemoUsername } from './demo-users.ts'
import type { DemoSite } from './site-client.ts'

const HOURS_BEFORE_CUTOFF = 20

const HOURS_TO_RESULTS = 60

const PICK_CHANGE_MS = 50 * MINUTE_MS

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
        await clock.set(new Date(atMs))
        await save(originalText ?? text)
        if (originalText === undefined) continue
        await clock.set(new Date(atMs + PICK_CHANGE_MS))
        await save(text)
      }
      if (week === current_week) continue
      await clock.set(new Date(new Date(cutoff).getTime() + HOURS_TO_RESULTS * HOUR_MS))
      for (const { by, result } of picks)
        await clients.greta.post(`${leaguePath}/bets/settle/`, {
          season,
          week,
          owner: fullNameOf(by),
          result,
        })
    }
  } finally {
    await clock.reset()
  }
}

function fullNameOf(username: DemoUsername): string {
  const user = DEMO_USERS.find((each) => each.username === username)
  return user === undefined ? username : `${user.firstName} ${user.lastName}`
}

export type DemoPick = {
  by: DemoUsername
  text: string
  result: LegResult
  originalText?: string
}

const PICKERS = ['greta', 'ada', 'hugo', 'dov', 'ines'] as const satisfies DemoUsername[]

type PickEntry = readonly [text: string, result: LegResult, originalText?: string] | null

/** Takes the picks in the order of PICKERS; null is a missed pick. */
const toWeek = (...entries: readonly PickEntry[]): readonly DemoPick[] =>
  PICKERS.flatMap((by, index) => {
    const entry = entries[index] ?? null
    if (entry === null) return []
    const [text, result, originalText] = entry
    return { by, text, result, ...(originalText === undefined ? {} : { originalText }) }
  })

// biome-ignore format: one row per week.
/** Made-up picks for every week of a season, oldest first. The last week is the current one. */
export const DEMO_PICKS: readonly (readonly DemoPick[])[] = [
  toWeek(['Colts +1.5 (-110)', 'won'], ['Saints/Falcons under 44 (-108)', 'lost'], ['Jets ML (+180)', 'lost'], ['49ers ML (-190)', 'won'], ['Browns +7 (-110)', 'won']),
  toWeek(['Bills -3 (-115)', 'won'], ['Commanders ML (-125)', 'won'], ['Titans ML (+165)', 'won'], ['Rams -4.5 (-110)', 'lost'], null),
  toWeek(['Lions ML (-150)', 'won'], ['Chargers -2.5 (-110)', 'won'], ['Raiders ML (+195)', 'lost'], null, ['Bucs team total over 20.5 (-112)', 'push']),
  toWeek(['Cowboys +4 (-110)', 'lost'], ['Ravens/Steelers under 41 (-110)', 'won'], ['Kickoff returned for a TD, any game', 'lost'], ['Packers ML (-170)', 'won'], ['Jaguars +3 (-105)', 'won']),
  toWeek(['Texans -1.5 (-110)', 'won'], ['Vikings ML (-130)', 'won'], ['Saints ML (+155)', 'won', 'Saints +3.5 (-110)'], ['Eagles -6 (-110)', 'won'], ['Broncos team total over 22.5 (-118)', 'won']),
  toWeek(['Dolphins ML (-115)', 'lost'], ['Bengals +2.5 (-110)', 'lost'], ['Cardinals ML (+240)', 'lost'], ['Bills ML (-200)', 'won'], ['Lions -5.5 (-110)', 'won']),
  toWeek(['Seahawks +3 (-110)', 'won'], ['Giants/Eagles under 45.5 (-110)', 'won'], ['Patriots ML (+190)', 'won'], ['Chiefs -7 (-110)', 'push'], ['Falcons ML (-105)', 'lost']),
  toWeek(['Steelers ML (-120)', 'won'], ['49ers -3.5 (-112)', 'won'], ['Both kickers miss a FG, Monday night (+400)', 'lost'], ['Ravens ML (-180)', 'won'], null),
  toWeek(['Panthers +6.5 (-110)', 'won'], ['Rams ML (-135)', 'lost'], ['Bears ML (+175)', 'lost'], ['Bills -4 (-110)', 'won'], ['Colts team total over 23.5 (-110)', 'won']),
  toWeek(['Packers ML (-140)', 'won'], ['Chargers +1 (-110)', 'won'], ['Browns ML (+160)', 'lost'], ['Vikings -2 (-108)', 'won'], ['Jets team total under 19.5 (-115)', 'won']),
  toWeek(['Bears +3.5 (-110)', 'won'], ['Texans ML (-145)', 'won'], ['Commanders ML (+150)', 'won'], ['Chiefs ML (-175)', 'lost'], ['Rams/Seahawks over 46 (-110)', 'won']),
  toWeek(['Jaguars +5 (-110)', 'lost'], ['Bucs ML (-125)', 'won'], ['Giants ML (+230)', 'lost'], ['Lions -3 (-110)', 'won'], ['Cowboys ML (-118)', 'won']),
  toWeek(['Broncos +2.5 (-112)', 'won'], ['Eagles/Commanders under 47.5 (-110)', 'won'], ['Panthers ML (+145)', 'lost'], ['Ravens -6.5 (-110)', 'won'], ['Raiders +8 (-110)', 'push']),
  toWeek(['Packers -3.5 (-110)', 'won'], ['Bills/Jets under 43.5 (-105)', 'won'], ['Bears ML (+140)', 'won'], ['Chiefs ML (-165)', 'won'], ['Ravens -7 (-110)', 'push']),
  toWeek(['Vikings +2.5 (-110)', 'won'], ['Eagles ML (-140)', 'won'], ['Panthers ML (+320)', 'lost'], ['Lions team total over 27.5 (-115)', 'won'], ['Seahawks +6 (-110)', 'lost']),
  toWeek(['Broncos -1 (-110)', 'won'], ['Texans ML (-120)', 'won'], ['A safety in any game (+550)', 'lost'], null, ['Rams/Cardinals over 47 (-108)', 'won']),
  toWeek(['Steelers +3 (-110)', 'won'], ['Bengals ML (-135)', 'won'], ['Giants ML (+260)', 'lost', 'Giants +7.5 (-110)'], ['Dolphins -2.5', 'won'], null),
]
