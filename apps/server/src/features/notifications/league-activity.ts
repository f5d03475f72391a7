import { LEAGUE_AUTHOR } from '@fieldhouse/domain/league/display-names'
import type { ReportedKind, ReportReason } from '@fieldhouse/domain/league/moderation'
import { moneyFromDecimalString } from '@fieldhouse/domain/money'
import {
  jobNotification,
  recapNotification,
  recordNotification,
  reportNotification,
  slipNotification,
  TRANSACTION_NEWS_MS,
  tradeNotification,
  waiverNotification,
} from '@fieldhouse/domain/notifications/activity-notifications'
import { formatOrdinal } from '@fieldhouse/domain/pluralize'
import { fallbackPlayerName } from '@fieldhouse/domain/rosters/lineup'
import { effectiveTime, type LeagueTransaction, teamsOf } from '@fieldhouse/domain/rosters/transactions'
import type { Db } from '../../database/engine/database.ts'
import { LEAGUE_JOB_KINDS } from '../../jobs/job.ts'
import { archiveReader } from '../../repositories/archive-reader.ts'
import { openReports, REPORTED_AUTHOR } from '../../repositories/moderation.ts'
import { findPlayers } from '../../repositories/player-reader.ts'
import { findSeason } from '../../repositories/stored-seasons.ts'
import { parseBrokenRecords } from '../../repositories/weekly-results.ts'
import { loadNames } from './feed-activity.ts'
import { type Activity, type ActivitySource, forAdmins, forAll } from './recipients.ts'

async function listRecaps(db: Db, since: Date): Promise<Activity[]> {
  const rows = await db
    .selectFrom('recaps')
    .leftJoin('feed_items as post', 'post.id', 'recaps.post_id')
    .selectAll('recaps')
    .where('post.hidden_at', 'is', null)
    .where('recaps.post_id', 'is not', null)
    .where('posted_at', '>', since.getTime())
    .orderBy('recaps.league_id')
    .$narrowType<{ post_id: number }>()
    .execute()
  return rows.map(({ league_id, season, week, post_id: postId, posted_at }) =>
    forAll(league_id, (league) =>
      recapNotification({ season, week, postId, at: new Date(posted_at) }, league),
    ),
  )
}

export async function listRecords(db: Db, since: Date): Promise<Activity[]> {
  const rows = await db
    .selectFrom('week_records')
    .selectAll()
    .where('found_at', '>', since.getTime())
    .orderBy('league_id')
    .execute()
  return rows.flatMap(({ league_id, season, broken, found_at }) =>
    parseBrokenRecords(broken).map((record) =>
      forAll(league_id, (league) =>
        recordNotification({ ...record, season, at: new Date(found_at) }, league),
      ),
    ),
  )
}

async function listSlips(db: Db, since: Date): Promise<Activity[]> {
  const rows = await db
    .selectFrom('slip_results')
    .innerJoin('leagues', 'leagues.id', 'slip_results.league_id')
    .selectAll('slip_results')
    .where('announced_at', '>', since.getTime())
    .where('leagues.has_betslip', '=', 1)
    .orderBy('league_id')
    .execute()
  return rows.map(({ league_id, staked, returned, announced_at, ...slip }) => {
    const result = {
      ...slip,
      staked: moneyFromDecimalString(staked),
      returned: returned === null ? null : moneyFromDecimalString(returned),
      at: new Date(announced_at),
    }
    return forAll(league_id, (league) => slipNotification(result, league))
  })
}

/** For admins. A refresh is news only when it fails: it runs every few minutes during games. */
async function listJobs(db: Db, since: Date): Promise<Activity[]> {
  const rows = await db
    .selectFrom('jobs')
    .select(['id', 'kind', 'league_id as leagueId', 'status', 'step', 'last_error', 'ended_at'])
    .where('ended_at', '>', since.getTime())
    .where('kind', 'in', LEAGUE_JOB_KINDS)
    .where('league_id', 'is not', null)
    .where((eb) => eb.or([eb('status', '=', 'failed'), eb('kind', '=', 'backfill')]))
    .$narrowType<{ kind: (typeof LEAGUE_JOB_KINDS)[number]; leagueId: number; ended_at: number }>()
    .orderBy('id')
    .execute()
  return rows.map(({ id, kind, leagueId, status, step, last_error, ended_at }) => {
    const outcome = step || (last_error ?? '')
    const job = { id, kind, hasFailed: status === 'failed', outcome, at: new Date(ended_at) }
    return forAdmins(leagueId, (league) => jobNotification(job, league))
  })
}

/** Only those of the last day, because a backfill reads those of whole seasons. */
async function listTransactions(db: Db, since: Date, now: Date): Promise<Activity[]> {
  const rows = await db
    .selectFrom('transaction_weeks')
    .select(['league_id', 'season'])
    .distinct()
    .where('fetched_at', '>', since.getTime())
    .where('transactions', '<>', '[]')
    .orderBy('league_id')
    .execute()
  const activity: Activity[] = []
  for (const { league_id: leagueId, season } of rows) {
    const all = await archiveReader(db).listTransactions(leagueId, season)
    const recent = all.filter((each) => {
      const age = now.getTime() - effectiveTime(each)
      return each.status === 'done' && age >= 0 && age < TRANSACTION_NEWS_MS
    })
    if (recent.length > 0) activity.push(...(await describe(db, leagueId, season, recent)))
  }
  return activity
}

async function describe(
  db: Db,
  leagueId: number,
  season: number,
  transactions: readonly LeagueTransaction[],
): Promise<Activity[]> {
  const playerIds = transactions.flatMap(({ moves }) => moves.map(({ playerId }) => playerId))
  const players = await findPlayers(db, playerIds)
  const teams = (await findSeason(db, leagueId, season))?.teams ?? []
  const teamOf = (id: number) => teams.find(({ teamId }) => teamId === id)?.name ?? `Team ${id}`
  const playerOf = (id: number) => players.get(id)?.name ?? fallbackPlayerName(id)

  const trades = transactions
    .filter(({ kind }) => kind === 'trade')
    .map((trade) => {
      const { id, moves, picks = [], budget = [] } = trade
      const sides = teamsOf(trade).map((teamId) => {
        const isReceived = ({ toTeamId }: { toTeamId: number | null }) => toTeamId === teamId
        return {
          team: teamOf(teamId),
          received: [
            ...moves.filter(isReceived).map(({ playerId }) => playerOf(playerId)),
            ...picks
              .filter(isReceived)
              .map((pick) => `${pick.season} ${formatOrdinal(pick.round)}-round pick`),
            ...budget.filter(isReceived).map(({ amount }) => `$${amount} FAAB`),
          ],
        }
      })
      const news = { season, id, sides, at: new Date(effectiveTime(trade)) }
      return forAll(leagueId, (league) => tradeNotification(news, league))
    })

  const claims = transactions
    .filter(({ kind }) => kind === 'waiver')
    .flatMap((claim) =>
      claim.moves.flatMap(({ playerId, toTeamId }) => {
        if (toTeamId === null) return []
        const at = new Date(effectiveTime(claim))
        return [{ team: teamOf(toTeamId), player: playerOf(playerId), bid: claim.bid, at }]
      }),
    )
  const days = Map.groupBy(claims, ({ at }) => at.toISOString().slice(0, 10))
  const waivers = [...days.values()].map((ofDay) =>
    forAll(leagueId, (league) => waiverNotification({ season, claims: ofDay }, league)),
  )
  return [...trades, ...waivers]
}

/** New reports that nobody has decided about, for admins who neither made them nor wrote what they are about. */
export async function listReports(db: Db, since: Date): Promise<Activity[]> {
  const rows = await openReports(db)
    .leftJoin('feed_posts as post', 'post.item_id', 'content.id')
    .leftJoin('feed_proposals as proposal', 'proposal.item_id', 'content.id')
    .select(['report.league_id', 'report.item_id', 'report.comment_id', 'report.reason'])
    .select(['report.created_at', 'report.user_id as reporter_id', 'content.type'])
    .select(['post.content', 'proposal.question', 'comment.body'])
    .select(REPORTED_AUTHOR.as('author_id'))
    .where('report.created_at', '>', since.getTime())
    .orderBy('report.id')
    .$narrowType<{ reason: ReportReason }>()
    .execute()
  const nameOf = await loadNames(db, rows, ({ author_id }) => author_id)
  return rows.map((row): Activity => {
    const { league_id: leagueId, author_id, reporter_id, type, item_id, comment_id } = row
    const kind: ReportedKind = comment_id !== null || type === 'trade' ? 'comment' : type
    const reported = {
      kind,
      id: comment_id ?? item_id,
      author: author_id === null ? LEAGUE_AUTHOR : nameOf(leagueId, author_id),
      reason: row.reason,
      text: (kind === 'comment' ? row.body : (row.content ?? row.question)) ?? '',
      at: new Date(row.created_at),
      ...(type === 'trade' ? {} : { item: { type, id: item_id } }),
    }
    return {
      leagueId,
      isFor: ({ userId, isAdmin }) => isAdmin && userId !== author_id && userId !== reporter_id,
      toNotification: (league) => reportNotification(reported, league),
    }
  })
}

export const LEAGUE_ACTIVITY: readonly ActivitySource[] = [
  listRecaps,
  listRecords,
  listSlips,
  listJobs,
  listTransactions,
]
