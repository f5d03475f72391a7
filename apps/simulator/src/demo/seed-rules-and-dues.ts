import { saveDues } from '@fieldhouse/contract/dues'
import { DAY_MS, HOUR_MS } from '@fieldhouse/domain/duration'
import { draftAt, weekStart } from '../nfl.ts'
import type { DemoSite } from './site-client.ts'

const PAPERWORK_HOURS_AGO = 229

const DUES = '50'

/** The teams that have paid in full, in their order; the next one has paid a part, and the others nothing. */
const PAID_TEAMS = 9
const LATE_FEE = '5'

export async function seedRulesAndDues(
  { clients, leaguePath, clock }: DemoSite,
  season: number,
): Promise<void> {
  const { greta } = clients
  const now = clock.now().getTime()
  try {
    await clock.set(new Date(now - PAPERWORK_HOURS_AGO * HOUR_MS))
    await greta.post(`${leaguePath}/rules/`, {
      version: 0,
      sections: RULES.map(([heading, body]) => ({ id: null, heading, body, proposal_id: null })),
      note: 'The napkin, typed up.',
    })
    const paidOn = dayOf(draftAt(season))
    const dues = await greta.post(`${leaguePath}/dues/`, {
      season,
      version: 0,
      amount: DUES,
      due_on: dayOf(draftAt(season) + 7 * DAY_MS),
      note: 'Cash at the draft, or Greta’s mailbox. Quarters are accepted under protest.',
      prizes: PRIZES.map((prize) => ({ prize_id: null, title: null, includes_playoffs: false, ...prize })),
    })
    const { teams, prizes } = saveDues.schema.response[200].parse(dues)
    const ids = teams.flatMap(({ team_id: id }) => id ?? [])
    const note = async (path: string, body: object) => {
      await greta.post(`${leaguePath}/dues/${path}/`, { season, ...body })
    }
    for (const [index, team_id] of ids.slice(0, PAID_TEAMS + 1).entries())
      await note('payments', { team_id, amount: index < PAID_TEAMS ? DUES : '30', paid_on: paidOn })
    await note('adjustments', { team_id: ids.at(-1), amount: LATE_FEE, reason: 'Late fee, see the rules' })
    // The newest winners wait for their money.
    for (const { prize_id, awards } of prizes.filter(({ kind }) => kind === 'weekly_high'))
      for (const { week, winners } of awards.filter(({ state }) => state === 'decided').slice(0, -1)) {
        const paid_on = dayOf(weekStart(season, (week ?? 0) + 1) + DAY_MS)
        for (const { team_id, share } of winners)
          await note('payouts', { prize_id, week, team_id, amount: share, paid_on })
      }
  } finally {
    await clock.reset()
  }
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

const PRIZES = [
  { kind: 'champion', amount: '250' },
  { kind: 'runner_up', amount: '100' },
  { kind: 'best_record', amount: '60' },
  { kind: 'season_high', amount: '50' },
  { kind: 'weekly_high', amount: '10' },
] as const

const RULES: readonly (readonly [heading: string, body: string])[] = [
  [
    'Teams and dues',
    'Twelve teams, $50 each, due a week after the draft. Late is $5 more. Co-owners pay once and argue for free.',
  ],
  [
    'The draft',
    'Snake, 90 seconds a pick, at the long table. If you are late, the table drafts for you, and the table likes kickers.',
  ],
  [
    'Lineups',
    'One QB, two RB, two WR, one TE, one FLEX, one D/ST, one K. Set your own lineup. Twice a lineup with a player on bye, and you buy the wings.',
  ],
  [
    'Waivers and trades',
    'Waivers run on Wednesday morning. Trades are final unless both teams come to Greta before the games. The deadline is Week 12.',
  ],
  [
    'Playoffs',
    'Six teams, weeks 15 to 17. The first two seeds get a bye. Ties are decided by points for, and then by a coin that Nell tosses.',
  ],
  ['Last place', 'Brings dessert to the next draft. Ice is not dessert.'],
]
