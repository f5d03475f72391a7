import * as contract from '@fieldhouse/contract/subscriptions'
import { BET_WEEKS, cutoffOf } from '@fieldhouse/domain/betslip/betting-week'
import { DAY_MS, HOUR_MS } from '@fieldhouse/domain/duration'
import { dayOfNflWeek } from '@fieldhouse/domain/nfl/nfl-week'
import { formatFinalScores } from '@fieldhouse/domain/points'
import { playoffRounds } from '@fieldhouse/domain/seasons/playoffs'
import { type Game, isDecided } from '@fieldhouse/domain/seasons/season'
import { scheduleOf } from '@fieldhouse/domain/seasons/season-views'
import type { FastifyReply } from 'fastify'
import { Feed } from 'feed'
import ical, { ICalCalendarMethod } from 'ical-generator'
import { changeAccount } from '../../auth/account-changes.ts'
import type { Context } from '../../context.ts'
import { hashToken, newLinkCode } from '../../crypto/crypto.ts'
import type { Db } from '../../database/engine/database.ts'
import { upsert } from '../../database/engine/queries.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { operation } from '../../http/operation.ts'
import { toWire } from '../../http/to-wire.ts'
import { escapeHtml } from '../../mail/mail.ts'
import { changeWithAudit } from '../../repositories/audit.ts'

/** The newest of all leagues together. */
const MAX_RECAPS = 50

/** Addresses for calendar apps and feed readers, which cannot sign in. */
export const subscriptions = [
  operation(contract.listSubscriptions, async ({ ctx, user }) => {
    const rows = await ctx.db
      .selectFrom('subscriptions')
      .select(['kind', 'created_at'])
      .where('user_id', '=', user.userId)
      .orderBy('kind')
      .execute()
    return {
      subscriptions: rows.map((row) => ({ ...row, created_at: new Date(row.created_at).toISOString() })),
    }
  }),

  /** Replaces the address of that kind. Of its code, only the hash is stored. */
  operation(contract.createSubscription, async (call) => {
    const { kind } = call.body
    const code = newLinkCode()
    const createdAt = await changeAccount(call, async ({ transaction, now, record }) => {
      const values = { code_hash: hashToken(code), created_at: now.getTime() }
      await upsert(transaction, 'subscriptions', { user_id: call.user.userId, kind }, values)
      await record('account.create_subscription', { kind })
      return now
    })
    call.reply.header('cache-control', 'no-store')
    return {
      message: "Copy the address now. It won't be shown again.",
      path: `/api/subscriptions/${kind}/${code}/`,
      created: toWire({ kind, createdAt }),
    }
  }),

  operation(contract.revokeSubscription, async (call) => {
    const { kind } = call.body
    await changeWithAudit(call, async ({ transaction, audit }) => {
      const { numDeletedRows } = await transaction
        .deleteFrom('subscriptions')
        .where((eb) => eb.and({ user_id: call.user.userId, kind }))
        .executeTakeFirstOrThrow()
      if (numDeletedRows === 0n) throw new ApiError('subscription_not_found')
      await audit('account.revoke_subscription', { kind })
    })
    return { message: "The address is turned off. It doesn't work any more." }
  }),

  operation(contract.getCalendar, async ({ ctx, params, reply }) => {
    const userId = await requireUser(ctx, 'calendar', params.code)
    const leagues = await listLeagues(ctx.db, userId)
    const events = await Promise.all(leagues.map((league) => listCalendarEvents(ctx, league, userId)))
    return send(reply, 'text/calendar', formatCalendar(events.flat(), ctx.publicUrl()))
  }),

  operation(contract.getRecapFeed, async ({ ctx, params, reply }) => {
    const userId = await requireUser(ctx, 'recaps', params.code)
    const recaps = await listRecaps(ctx.db, await listLeagues(ctx.db, userId))
    return send(reply, 'application/atom+xml', formatRecapFeed(recaps, ctx.publicUrl()))
  }),
]

/** The user whose address has the code. Throws for an unknown code and a disabled account. */
async function requireUser({ db }: Context, kind: contract.SubscriptionKind, code: string): Promise<number> {
  const row = await db
    .selectFrom('subscriptions')
    .innerJoin('users', 'users.id', 'subscriptions.user_id')
    .select('subscriptions.user_id')
    .where((eb) => eb.and({ 'subscriptions.kind': kind, 'subscriptions.code_hash': hashToken(code) }))
    .where('users.disabled_at', 'is', null)
    .executeTakeFirstOrThrow(() => new ApiError('subscription_not_found'))
  return row.user_id
}

function listLeagues(db: Db, userId: number) {
  return db
    .selectFrom('memberships')
    .innerJoin('leagues', 'leagues.id', 'memberships.league_id')
    .select(['leagues.id', 'leagues.name', 'leagues.has_betslip'])
    .where('memberships.user_id', '=', userId)
    .orderBy('leagues.name')
    .execute()
}

type SubscribedLeague = Awaited<ReturnType<typeof listLeagues>>[number]

/** Of these leagues, newest first. Without recaps whose posts were deleted or hidden. */
async function listRecaps(db: Db, leagues: readonly SubscribedLeague[]) {
  if (leagues.length === 0) return []
  const rows = await db
    .selectFrom('recaps')
    .innerJoin('feed_posts', 'feed_posts.item_id', 'recaps.post_id')
    .innerJoin('feed_items as post', 'post.id', 'recaps.post_id')
    .innerJoin('leagues', 'leagues.id', 'recaps.league_id')
    .select(['leagues.name as league', 'recaps.season', 'recaps.week'])
    .select(['feed_posts.content as text', 'recaps.posted_at'])
    .where(
      'recaps.league_id',
      'in',
      leagues.map(({ id }) => id),
    )
    .where('post.hidden_at', 'is', null)
    .orderBy('recaps.posted_at', 'desc')
    .orderBy('recaps.league_id')
    .limit(MAX_RECAPS)
    .execute()
  return rows.map(({ posted_at, ...recap }) => ({ ...recap, postedAt: new Date(posted_at) }))
}

type PublishedRecap = Awaited<ReturnType<typeof listRecaps>>[number]

function send(reply: FastifyReply, type: string, content: string): FastifyReply {
  return reply.type(`${type}; charset=utf-8`).header('x-robots-tag', 'noindex').send(content)
}

/** iCalendar. Apps are asked to read it again every 6 hours. */
function formatCalendar(events: readonly CalendarEvent[], siteUrl: string): string {
  const calendar = ical({
    name: 'Fieldhouse',
    prodId: { company: 'Fieldhouse', product: 'Fieldhouse' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: (6 * HOUR_MS) / 1000,
  })
  for (const { id, title, league, start, end, isAllDay, updatedAt } of events)
    calendar.createEvent({
      id: `${id}@${new URL(siteUrl).hostname}`,
      summary: title,
      description: league,
      start,
      ...(end === null ? {} : { end }),
      allDay: isAllDay,
      stamp: updatedAt,
      url: leagueUrl(siteUrl, league),
    })
  return calendar.toString()
}

function formatRecapFeed(recaps: readonly PublishedRecap[], siteUrl: string): string {
  const feed = new Feed({
    id: `${siteUrl}/recaps`,
    title: 'Fieldhouse recaps',
    link: siteUrl,
    copyright: '',
    generator: 'Fieldhouse',
    updated: recaps[0]?.postedAt ?? new Date(0),
  })
  for (const { league, season, week, text, postedAt } of recaps)
    feed.addItem({
      id: `${leagueUrl(siteUrl, league)}&season=${season}&week=${week}`,
      title: `${league}: ${text.split('\n')[0] ?? ''}`,
      link: `${leagueUrl(siteUrl, league)}&tab=league+social`,
      date: postedAt,
      content: toHtml(text),
      author: [{ name: league }],
    })
  return feed.atom1()
}

function leagueUrl(siteUrl: string, league: string): string {
  return `${siteUrl}/?league=${encodeURIComponent(league)}`
}

/** Team names are text of others. */
function toHtml(text: string): string {
  return escapeHtml(text)
    .split('\n\n')
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br/>')}</p>`)
    .join('')
}

type CalendarEvent = {
  /** The same for the same game or deadline at any time. */
  id: string
  title: string
  league: string
  start: Date
  /** Exclusive. null for a moment. */
  end: Date | null
  isAllDay: boolean
  /** When its data were read. */
  updatedAt: Date
}

const DRAFT_MS = 2 * HOUR_MS

async function listCalendarEvents(ctx: Context, { id, name, has_betslip }: SubscribedLeague, userId: number) {
  const league = await ctx.leagues.get(id)
  const year = league.currentSeason(ctx.now())
  const season = league.season(year)
  const deadlines = has_betslip === 1 ? listDeadlines(id, name, year) : []
  if (season === null) return deadlines
  const { fetchedAt: updatedAt } = season
  const { draftAt, periods } = scheduleOf(season)
  const draft: CalendarEvent[] = [draftAt]
    .filter((at) => at !== null)
    .map((start) => ({
      // The same when it is moved. How long it takes is not known in advance.
      id: `draft-${id}-${year}`,
      title: `Draft: ${name}`,
      league: name,
      start,
      end: new Date(start.getTime() + DRAFT_MS),
      isAllDay: false,
      updatedAt,
    }))
  const teamId = league.teamOf(year, userId)?.teamId
  if (teamId === undefined) return [...deadlines, ...draft]
  const rounds = playoffRounds(league.bracket(year))
  const nameOf = (team: number) => season.teams.find((each) => each.teamId === team)?.name ?? `Team ${team}`
  const games = league.games(year).flatMap((game): CalendarEvent[] => {
    const weeks = periods.find(({ period }) => period === game.period)?.weeks ?? []
    const [first, last] = [weeks[0], weeks.at(-1)]
    const isOwn = game.home.teamId === teamId || game.away?.teamId === teamId
    if (game.away === null || !isOwn || first === undefined || last === undefined) return []
    const occasion = rounds.get(game.gameId)?.name ?? `Week ${game.period}`
    return [
      {
        id: `game-${id}-${year}-${game.gameId}`,
        title: `${occasion}: ${nameOf(game.away.teamId)} at ${nameOf(game.home.teamId)}${scoreOf(game)}`,
        league: name,
        start: dayOfNflWeek(year, first, 'thursday'),
        // From Thursday through Monday.
        end: new Date(dayOfNflWeek(year, last, 'thursday').getTime() + 5 * DAY_MS),
        isAllDay: true,
        updatedAt,
      },
    ]
  })
  return [...deadlines, ...draft, ...games]
}

/** The final score, away team first; empty before, and in category leagues. */
function scoreOf({ result, home, away, categories }: Game): string {
  if (!isDecided(result) || away === null || categories !== null) return ''
  return ` (${formatFinalScores(away.points, home.points).join('–')})`
}

function listDeadlines(leagueId: number, league: string, season: number): CalendarEvent[] {
  return Array.from({ length: BET_WEEKS }, (_, index) => {
    const week = index + 1
    return {
      id: `betslip-${leagueId}-${season}-${week}`,
      title: `Betslip: Week ${week} picks lock`,
      league,
      start: cutoffOf({ season, week }),
      end: null,
      isAllDay: false,
      // It follows from the season alone.
      updatedAt: dayOfNflWeek(season, 1, 'tuesday'),
    }
  })
}
