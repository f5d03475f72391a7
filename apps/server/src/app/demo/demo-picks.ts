import type { LegResult } from '@fieldhouse/domain/settlement'
import type { DemoUsername } from './demo-users.ts'

/** What somebody picked, and how it ended. `first` is what they had before they thought again. */
export type DemoPick = { by: DemoUsername; text: string; result: LegResult; originalText?: string }

/** Greta is careful, Ada exact, Hugo hopeful; Dov takes favorites, and Ines and Milo what the week offers. */
const PICKERS = ['greta', 'ada', 'hugo', 'dov', 'ines'] as const satisfies DemoUsername[]

type PickEntry = readonly [text: string, result: LegResult, first?: string] | null

/** In the order of the writers; null for whoever forgot. */
const toWeek = (...legs: readonly PickEntry[]): readonly DemoPick[] =>
  PICKERS.flatMap((by, place) => {
    const leg = legs[place] ?? null
    if (leg === null) return []
    const [text, result, first] = leg
    return { by, text, result, ...(first === undefined ? {} : { first }) }
  })

// biome-ignore format: a week is a row of five.
/** Invented games of the weeks up to the present one, oldest first: a whole season of them. */
export const DEMO_PICKS: readonly (readonly DemoPick[])[] = [
  toWeek(['Colts +1.5 (-110)', 'won'], ['Saints and Falcons under 44 (-108)', 'lost'], ['Jets to win (+180)', 'lost'], ['49ers to win (-190)', 'won'], ['Browns +7 (-110)', 'won']),
  toWeek(['Bills -3 (-115)', 'won'], ['Commanders to win (-125)', 'won'], ['Titans to win (+165)', 'won'], ['Rams -4.5 (-110)', 'lost'], null),
  toWeek(['Lions to win (-150)', 'won'], ['Chargers -2.5 (-110)', 'won'], ['Raiders to win (+195)', 'lost'], null, ['Bucs over 20.5 points (-112)', 'push']),
  toWeek(['Cowboys +4 (-110)', 'lost'], ['Ravens and Steelers under 41 (-110)', 'won'], ['A kick returned for a touchdown', 'lost'], ['Packers to win (-170)', 'won'], ['Jaguars +3 (-105)', 'won']),
  toWeek(['Texans -1.5 (-110)', 'won'], ['Vikings to win (-130)', 'won'], ['Saints to win (+155)', 'won', 'Saints +3.5 (-110)'], ['Eagles -6 (-110)', 'won'], ['Broncos over 22.5 points (-118)', 'won']),
  toWeek(['Dolphins to win (-115)', 'lost'], ['Bengals +2.5 (-110)', 'lost'], ['Cardinals to win (+240)', 'lost'], ['Bills to win (-200)', 'won'], ['Lions -5.5 (-110)', 'won']),
  toWeek(['Seahawks +3 (-110)', 'won'], ['Giants and Eagles under 45.5 (-110)', 'won'], ['Patriots to win (+190)', 'won'], ['Chiefs -7 (-110)', 'push'], ['Falcons to win (-105)', 'lost']),
  toWeek(['Steelers to win (-120)', 'won'], ['49ers -3.5 (-112)', 'won'], ['Both kickers miss one (+400)', 'lost'], ['Ravens to win (-180)', 'won'], null),
  toWeek(['Panthers +6.5 (-110)', 'won'], ['Rams to win (-135)', 'lost'], ['Bears to win (+175)', 'lost'], ['Bills -4 (-110)', 'won'], ['Colts over 23.5 points (-110)', 'won']),
  toWeek(['Packers to win (-140)', 'won'], ['Chargers +1 (-110)', 'won'], ['Browns to win (+160)', 'lost'], ['Vikings -2 (-108)', 'won'], ['Jets under 19.5 points (-115)', 'won']),
  toWeek(['Bears +3.5 (-110)', 'won'], ['Texans to win (-145)', 'won'], ['Commanders to win (+150)', 'won'], ['Chiefs to win (-175)', 'lost'], ['Rams and Seahawks over 46 (-110)', 'won']),
  toWeek(['Jaguars +5 (-110)', 'lost'], ['Bucs to win (-125)', 'won'], ['Giants to win (+230)', 'lost'], ['Lions -3 (-110)', 'won'], ['Cowboys to win (-118)', 'won']),
  toWeek(['Broncos +2.5 (-112)', 'won'], ['Eagles and Commanders under 47.5 (-110)', 'won'], ['Panthers to win (+145)', 'lost'], ['Ravens -6.5 (-110)', 'won'], ['Raiders +8 (-110)', 'push']),
  toWeek(['Packers -3.5 (-110)', 'won'], ['Bills and Jets under 43.5 (-105)', 'won'], ['Bears to win (+140)', 'won'], ['Chiefs to win (-165)', 'won'], ['Ravens -7 (-110)', 'push']),
  toWeek(['Vikings +2.5 (-110)', 'won'], ['Eagles to win (-140)', 'won'], ['Panthers to win (+320)', 'lost'], ['Lions over 27.5 points (-115)', 'won'], ['Seahawks +6 (-110)', 'lost']),
  toWeek(['Broncos -1 (-110)', 'won'], ['Texans to win (-120)', 'won'], ['A safety in any game (+550)', 'lost'], null, ['Rams and Cardinals over 47 (-108)', 'won']),
  toWeek(['Steelers +3 (-110)', 'won'], ['Bengals to win (-135)', 'won'], ['Giants to win (+260)', 'lost', 'Giants +7.5 (-110)'], ['Dolphins -2.5', 'won'], null),
]
