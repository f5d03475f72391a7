import { weekStart } from '../calendar.ts'
import { guidOf, type Random, randomFrom } from '../random.ts'
import { teamsIn } from '../seed-users.ts'
import type { BodyContext } from './body-context.ts'

const HOUR = 3_600_000
const BENCH = 20
const NO_SLOT = -1
const FREE_AGENT_POOL = 0

/** What the provider itself does carries an account that is nobody's, without braces. */
const PROVIDER_ACCOUNT_ID = guidOf('the provider')

type Row = { id: string; proposedDate: number; processDate?: number } & Record<string, unknown>
type WeekContext = { week: number; startMs: number; random: Random } & Pick<BodyContext, 'season'>

/**
 * What happened in the asked week, up to now. It leaves every roster as it was: who is claimed is
 * dropped again before the games, and the one trade that is offered is called off.
 */
export function transactions({ season, moment, week }: BodyContext): object[] {
  if (!moment.isDrafted || week < 1) return []
  const random = randomFrom(season.seed, season.season, 'transactions', week)
  const context = { season, week, startMs: weekStart(season.season, week), random }
  const rows = [...waiverClaims(context), ...canceledTrade(context)]
  return rows.filter((row) => (row.processDate ?? row.proposedDate) <= moment.atMs)
}

/** Two teams claim one free player. The second comes too late, the first drops the player again. */
function waiverClaims(context: WeekContext): Row[] {
  const { season, startMs, random } = context
  const drafted = new Set(season.picks.map((pick) => pick.playerId))
  const [player] = random.shuffle(season.players.filter(({ id }) => !drafted.has(id)))
  const [winner, loser] = random.shuffle(season.teamIds)
  if (player === undefined || winner === undefined || loser === undefined) return []
  const added = (teamId: number) => [item('ADD', player.id, FREE_AGENT_POOL, teamId)]
  const processed = {
    executionType: 'PROCESS',
    memberId: PROVIDER_ACCOUNT_ID,
    proposedDate: startMs + 23 * HOUR,
    processDate: startMs + 24 * HOUR,
  }
  const asked = (teamId: number) => ({ relatedTransactionId: idOf(context, `claim of ${teamId}`) })
  const dropped = [item('DROP', player.id, winner, FREE_AGENT_POOL)]
  return [
    row(context, ['WAIVER', winner], { ...processed, ...asked(winner), items: added(winner) }),
    row(context, ['WAIVER', loser], {
      ...processed,
      ...asked(loser),
      items: added(loser),
      status: 'FAILED_INVALIDPLAYERSOURCE',
    }),
    row(context, ['ROSTER', winner], { items: dropped, proposedDate: startMs + 48 * HOUR }),
  ]
}

/** The offer stays pending for ever; a row with the same players calls it off. */
function canceledTrade(context: WeekContext): Row[] {
  const { season, startMs, random } = context
  const [one, other] = random.shuffle(season.teamIds)
  const offered = season.picks.find((pick) => pick.teamId === one)
  const wanted = season.picks.find((pick) => pick.teamId === other)
  if (offered === undefined || wanted === undefined) return []
  const items = [
    item('TRADE', offered.playerId, offered.teamId, wanted.teamId),
    item('TRADE', wanted.playerId, wanted.teamId, offered.teamId),
  ]
  const proposal = ['TRADE_PROPOSAL', offered.teamId] as const
  const offer = row(context, proposal, {
    status: 'PENDING',
    isPending: true,
    items,
    proposedDate: startMs + 30 * HOUR,
  })
  const end = row(context, proposal, {
    ...offer,
    status: 'CANCELED',
    executionType: 'CANCEL',
    memberId: PROVIDER_ACCOUNT_ID,
    relatedTransactionId: offer.id,
    proposedDate: startMs + 40 * HOUR,
  })
  return [offer, { ...end, id: idOf(context, 'called off') }]
}

function row(
  context: WeekContext,
  [type, teamId]: readonly [type: string, teamId: number],
  fields: { proposedDate: number } & Record<string, unknown>,
): Row {
  return {
    bidAmount: 0,
    executionType: 'EXECUTE',
    id: idOf(context, `${type} of ${teamId} at ${fields.proposedDate}`),
    isActingAsTeamOwner: false,
    isLeagueManager: false,
    isPending: false,
    memberId: teamsIn(context.season.season).find((team) => team.teamId === teamId)?.primaryOwner?.id,
    rating: 0,
    scoringPeriodId: context.week,
    status: 'EXECUTED',
    teamId,
    type,
    ...fields,
  }
}

function item(type: string, playerId: number, fromTeamId: number, toTeamId: number): object {
  return {
    fromLineupSlotId: fromTeamId === FREE_AGENT_POOL ? NO_SLOT : BENCH,
    fromTeamId,
    isKeeper: false,
    overallPickNumber: 0,
    playerId,
    toLineupSlotId: toTeamId === FREE_AGENT_POOL || type === 'TRADE' ? NO_SLOT : BENCH,
    toTeamId,
    type,
  }
}

function idOf({ season, week }: WeekContext, name: string): string {
  return guidOf(`${season.seed} ${season.season} ${week} ${name}`)
}
