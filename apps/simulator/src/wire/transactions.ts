import { HOUR_MS } from '@fieldhouse/domain/duration'
import { teamsIn } from '../league/seed-users.ts'
import { weekStart } from '../nfl.ts'
import { guidOf, type Random, randomFrom } from '../random.ts'
import type { BodyContext } from './body-context.ts'

const BENCH = 20
const NO_SLOT = -1
const FREE_AGENT_POOL = 0

/**
 * The member ID, without braces, of transactions that the provider executes itself. It belongs to no member.
 */
const PROVIDER_ACCOUNT_ID = guidOf('the provider')

type Row = { id: string; proposedDate: number; processDate?: number } & Record<string, unknown>
type WeekContext = { week: number; startMs: number; random: Random } & Pick<BodyContext, 'season'>

/**
 * The transactions of the requested week so far. Only the trades of the season change rosters: the claimed player is
 * dropped before the games, and the proposed trade is canceled.
 */
export function transactions({ season, moment, week }: BodyContext): object[] {
  if (!moment.isDrafted || week < 1) return []
  const random = randomFrom(season.seed, season.season, 'transactions', week)
  const context = { season, week, startMs: weekStart(season.season, week), random }
  const rows = [...waiverClaims(context), ...canceledTrade(context), ...acceptedTrades(context)]
  return rows.filter((row) => (row.processDate ?? row.proposedDate) <= moment.atMs)
}

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
    proposedDate: startMs + 23 * HOUR_MS,
    processDate: startMs + 24 * HOUR_MS,
  }
  const claimFields = (teamId: number) => ({ relatedTransactionId: idOf(context, `claim of ${teamId}`) })
  const dropped = [item('DROP', player.id, winner, FREE_AGENT_POOL)]
  return [
    row(context, ['WAIVER', winner], { ...processed, ...claimFields(winner), items: added(winner) }),
    row(context, ['WAIVER', loser], {
      ...processed,
      ...claimFields(loser),
      items: added(loser),
      status: 'FAILED_INVALIDPLAYERSOURCE',
    }),
    row(context, ['ROSTER', winner], { items: dropped, proposedDate: startMs + 48 * HOUR_MS }),
  ]
}

/** As at the provider, the proposal stays pending, and a second row with the same players cancels it. */
function canceledTrade(context: WeekContext): Row[] {
  const { season, startMs, random } = context
  const [proposer, partner] = random.shuffle(season.teamIds)
  const offered = season.picks.find((pick) => pick.teamId === proposer)
  const wanted = season.picks.find((pick) => pick.teamId === partner)
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
    proposedDate: startMs + 30 * HOUR_MS,
  })
  const cancellation = row(context, proposal, {
    ...offer,
    status: 'CANCELED',
    executionType: 'CANCEL',
    memberId: PROVIDER_ACCOUNT_ID,
    relatedTransactionId: offer.id,
    proposedDate: startMs + 40 * HOUR_MS,
  })
  return [offer, { ...cancellation, id: idOf(context, 'called off') }]
}

function acceptedTrades(context: WeekContext): Row[] {
  return context.season.trades
    .filter(({ week }) => week === context.week)
    .flatMap(({ offers, wants }) => {
      const items = [
        item('TRADE', offers.playerId, offers.teamId, wants.teamId),
        item('TRADE', wants.playerId, wants.teamId, offers.teamId),
      ]
      const offer = row(context, ['TRADE_PROPOSAL', offers.teamId], {
        status: 'PENDING',
        isPending: true,
        items,
        proposedDate: context.startMs + 26 * HOUR_MS,
      })
      const acceptance = row(context, ['TRADE_ACCEPT', wants.teamId], {
        items,
        relatedTransactionId: offer.id,
        proposedDate: context.startMs + 34 * HOUR_MS,
      })
      return [offer, acceptance]
    })
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
