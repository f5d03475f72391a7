import { LEAGUE_AUTHOR } from '@fieldhouse/domain/league/display-names'
import type { ReportedKind, ReportReason } from '@fieldhouse/domain/league/moderation'
import { moneyFromDecimalString } from '@fieldhouse/domain/money'
import { normalizeName } from '@fieldhouse/domain/names'
import {
  type AccessDecision,
  accessNotification,
  isOpeningAction,
  MEMBERSHIP_ACTIONS,
  membershipNotification,
  OPENING_ACTIONS,
  openingNotification,
  requestNotification,
} from '@fieldhouse/domain/notifications/account-notifications'
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
import { parseAuditDetail } from '../../repositories/audit.ts'
import { openReports, REPORTED_AUTHOR } from '../../repositories/moderation.ts'
import { findPlayers } from '../../repositories/player-reader.ts'
import { findSeason } from '../../repositories/stored-seasons.ts'
import { parseBrokenRecords } from '../../repositories/weekly-results.ts'
import { loadNames } from './feed-activity.ts'
import { type Activity, type ActivitySource, forAdmins, forAll, forUser } from './notification-store.ts'

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

async function listJoinRequests(db: Db, since: Date): Promise<Activity[]> {
  const rows = await db
    .selectFrom('join_requests')
    .select(['id', 'user_id', 'league_id', 'team_id', 'message', 'created_at'])
    .where('status', '=', 'pending')
    .where('created_at', '>', since.getTime())
    .where('league_id', 'is not', null)
    .$narrowType<{ league_id: number }>()
    .orderBy('id')
    .execute()
  const nameOf = await loadNames(db, rows, ({ user_id }) => user_id)
  return rows.map(({ id, user_id, league_id: leagueId, team_id, message, created_at }) => {
    const person = nameOf(leagueId, user_id)
    const request = { id, person, message, hasTeam: team_id !== null, at: new Date(created_at) }
    return forAdmins(leagueId, (league) => requestNotification(request, league))
  })
}

type DecisionRow = { league_id: number | null; user_id: number; decision: AccessDecision }

async function listAccessDecisions(db: Db, since: Date): Promise<Activity[]> {
  const [decided, undone] = await Promise.all([listDecided(db, since), listUndone(db, since)])
  // The last word counts: a person who was rejected and then approved receives the approval only.
  const inOrder = [...decided, ...undone].sort((a, b) => a.decision.at.getTime() - b.decision.at.getTime())
  const newest = new Map(inOrder.map((row) => [`${row.league_id} ${row.user_id}`, row]))
  return [...newest.values()].map(({ league_id, user_id, decision }): Activity => {
    const { outcome } = decision
    return {
      leagueId: league_id,
      // Members are approved, outsiders rejected. A claim can be undone of both.
      isFor: ({ userId }) => userId === user_id && outcome !== 'rejected',
      ...(outcome === 'approved' ? {} : { outsiderId: user_id }),
      toNotification: (league) => accessNotification(decision, league),
    }
  })
}

/**
 * Without the requests that ended when their users joined through an invite link: nobody decided about them. A request
 * to join any league can only be rejected: an approval names the league.
 */
async function listDecided(db: Db, since: Date): Promise<DecisionRow[]> {
  const rows = await db
    .selectFrom('join_requests as request')
    .select(['request.id', 'request.user_id', 'request.league_id', 'request.status', 'request.decided_at'])
    .where('request.status', 'in', ['approved', 'rejected'])
    .where('request.decided_at', '>', since.getTime())
    .where((eb) => eb.or([eb('request.league_id', 'is not', null), eb('request.status', '=', 'rejected')]))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('invite_uses as use')
            .innerJoin('invite_links as link', 'link.id', 'use.link_id')
            .select('use.link_id')
            .whereRef('use.user_id', '=', 'request.user_id')
            .whereRef('link.league_id', '=', 'request.league_id')
            .whereRef('use.claimed_at', '=', 'request.decided_at'),
        ),
      ),
    )
    .$narrowType<{ status: 'approved' | 'rejected'; decided_at: number }>()
    .orderBy('request.id')
    .execute()
  return rows.map(({ id, status, decided_at, ...row }) => ({
    ...row,
    decision: { outcome: status, id, at: new Date(decided_at) },
  }))
}

async function listUndone(db: Db, since: Date): Promise<DecisionRow[]> {
  const rows = await db
    .selectFrom('invite_uses as use')
    .innerJoin('invite_links as link', 'link.id', 'use.link_id')
    .select(['link.id', 'link.league_id', 'use.user_id', 'use.undone_at'])
    .where('use.undone_at', '>', since.getTime())
    .$narrowType<{ undone_at: number }>()
    .orderBy('link.id')
    .execute()
  return rows.map(({ id, undone_at, ...row }) => ({
    ...row,
    decision: { outcome: 'undone', id, at: new Date(undone_at) },
  }))
}

/**
 * Lists what admins did that opens a league to others, for its other admins, and new members and roles, for those whom an
 * admin gave them, unless they did it themselves or have left since.
 */
async function listAdminActions(db: Db, since: Date): Promise<Activity[]> {
  const entries = await listEntries(db, since)
  const openings = entries.flatMap(({ action, actorId, ...entry }): Activity[] => {
    if (!isOpeningAction(action)) return []
    const opening = forAdmins(entry.leagueId, (league) => openingNotification({ ...entry, action }, league))
    return [{ ...opening, isFor: ({ userId, isAdmin }) => isAdmin && userId !== actorId }]
  })
  const given = entries.filter(isMembership)
  if (given.length === 0) return openings
  const members = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.id', 'users.username_key', 'memberships.league_id', 'memberships.role'])
    .where('memberships.league_id', 'in', [...new Set(given.map(({ leagueId }) => leagueId))])
    .where('users.username_key', 'in', [...new Set(given.map(usernameKeyOf))])
    .execute()
  const memberships = given.flatMap((entry): Activity[] => {
    const { id, at, leagueId, actorId, by } = entry
    const member = members.find(
      (row) => row.league_id === leagueId && row.username_key === usernameKeyOf(entry),
    )
    if (member === undefined || member.id === actorId) return []
    const membership = { id, role: member.role, isNew: isNewMember(entry), by, at }
    return [forUser(leagueId, member.id, (league) => membershipNotification(membership, league))]
  })
  return [...openings, ...memberships]
}

/** `by` is the name under which the league shows who did it. */
async function listEntries(db: Db, since: Date) {
  const rows = await db
    .selectFrom('audit_log')
    .select(['id', 'at', 'action', 'league_id', 'actor_id', 'actor_name', 'detail'])
    .where('action', 'in', [...OPENING_ACTIONS, ...MEMBERSHIP_ACTIONS])
    .where('at', '>', since.getTime())
    .where('league_id', 'is not', null)
    .$narrowType<{ league_id: number }>()
    .orderBy('id')
    .execute()
  const nameOf = await loadNames(db, rows, ({ actor_id }) => actor_id)
  return rows.map((row) => ({
    id: row.id,
    at: new Date(row.at),
    leagueId: row.league_id,
    action: row.action,
    actorId: row.actor_id,
    by: nameOf(row.league_id, row.actor_id ?? 0) || row.actor_name || 'A site admin',
    detail: parseAuditDetail(row.detail),
  }))
}

type Entry = Awaited<ReturnType<typeof listEntries>>[number]

/** Without teams that members got: they have seen the league before. */
function isMembership(entry: Entry): boolean {
  const { action, detail } = entry
  const isListed = (MEMBERSHIP_ACTIONS as readonly string[]).includes(action)
  if (!isListed || typeof detail['username'] !== 'string') return false
  return action !== 'league.assign-team' || isNewMember(entry)
}

/** Nothing says whether somebody who was linked to an imported person was a member before. */
function isNewMember({ action, detail }: Entry): boolean {
  return action === 'people.link' || detail['is_new'] === true
}

const usernameKeyOf = ({ detail }: Entry) => normalizeName(String(detail['username']))

export const ACCESS_ACTIVITY: readonly ActivitySource[] = [
  listJoinRequests,
  listAccessDecisions,
  listAdminActions,
]
