import type { LegResult } from '@fieldhouse/domain/settlement'
import type { DemoUsername } from './demo-people.ts'

/** What somebody picked, and how it ended. */
export type DemoPick = { by: DemoUsername; text: string; result: LegResult }

/** Invented games of the weeks up to the present one, oldest first. */
export const PICKS: readonly (readonly DemoPick[])[] = [
  [
    { by: 'greta', text: 'Packers -3.5 (-110)', result: 'won' },
    { by: 'ada', text: 'Bills and Jets under 43.5 (-105)', result: 'won' },
    { by: 'hugo', text: 'Bears to win (+140)', result: 'won' },
    { by: 'dov', text: 'Chiefs to win (-165)', result: 'won' },
    { by: 'ines', text: 'Ravens -7 (-110)', result: 'push' },
  ],
  [
    { by: 'greta', text: 'Vikings +2.5 (-110)', result: 'won' },
    { by: 'ada', text: 'Eagles to win (-140)', result: 'won' },
    { by: 'hugo', text: 'Panthers to win (+320)', result: 'lost' },
    { by: 'dov', text: 'Lions over 27.5 points (-115)', result: 'won' },
    { by: 'ines', text: 'Seahawks +6 (-110)', result: 'lost' },
  ],
  [
    { by: 'greta', text: 'Broncos -1 (-110)', result: 'won' },
    { by: 'ada', text: 'Texans to win (-120)', result: 'won' },
    { by: 'hugo', text: 'A safety in any game (+550)', result: 'lost' },
    { by: 'ines', text: 'Rams and Cardinals over 47 (-108)', result: 'won' },
  ],
  [
    { by: 'greta', text: 'Steelers +3 (-110)', result: 'won' },
    { by: 'ada', text: 'Bengals to win (-135)', result: 'won' },
    { by: 'hugo', text: 'Giants to win (+260)', result: 'lost' },
    { by: 'dov', text: 'Dolphins -2.5 (-112)', result: 'won' },
  ],
]
