import { currentBetWeek } from '@fieldhouse/domain/betslip/betting-week'
import { MINUTE_MS } from '@fieldhouse/domain/duration'
import {
  EMAIL_SUBJECTS,
  isNearKickoff,
  type Notification,
  nextDeliveryTime,
  pickReminder,
  prefersMention,
  starterAlerts,
} from '@fieldhouse/domain/notifications/notification'
import type { RecapDocument } from '@fieldhouse/domain/recap/recap-document'
import { capitalize, formatAward, toTextSections } from '@fieldhouse/domain/recap/recap-sections'
import { seasonAt } from '@fieldhouse/domain/seasons/season'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Db } from '../../database/engine/database.ts'
import {
  DELIVERY_RETRIES,
  type JobKind,
  type JobPool,
  type JobResult,
  MAIL_RETRIES,
  type ScheduledJob,
} from '../../jobs/job.ts'
import { createNotice, type Email, escapeHtml, linkTo, MailError, withoutAutoLinks } from '../../mail/mail.ts'
import { toTeamLineup } from '../../repositories/archive-reader.ts'
import { listUsersByLeague } from '../../repositories/league.ts'
import { nflReader } from '../../repositories/nfl.ts'
import { listSeasonsOf } from '../../repositories/stored-seasons.ts'
import { findRecapOfPost } from '../../repositories/weekly-results.ts'
import { FEED_ACTIVITY } from './feed-activity.ts'
import { ACCESS_ACTIVITY, LEAGUE_ACTIVITY, listReports } from './league-activity.ts'
import {
  type Activity,
  type Delivery,
  type DueNotification,
  deleteExpired,
  enqueue,
  findDelivery,
  type LeagueRecipients,
  listExisting,
  listLeaguesAfter,
  listPeople,
  MAIL_JOB,
  notificationPath,
  PUSH_JOB,
  type Recipient,
  renew,
  type VoterKey,
} from './notification-store.ts'
import { getOrCreatePushKeys, type PushContext, sendPush } from './notifications.ts'

const LOOKBACK_MS = 60 * MINUTE_MS
const LEAGUES_PER_BATCH = 200

type JobContext = Pick<Context, 'db' | 'now'>

export function notificationJob(ctx: Omit<PushContext, 'publicUrl'>, voterKey: VoterKey): ScheduledJob {
  return {
    name: 'notifications',
    schedule: '* * * * *',
    async run(signal) {
      // First, because new keys delete all existing subscriptions.
      await getOrCreatePushKeys(ctx.db, ctx.settings.secretKey)
      await deleteExpired(ctx.db, ctx.now())
      await enqueueDue(ctx, voterKey, signal)
    },
  }
}

/** What people ask to join who name no league. Nobody is a member of it. */
const ANY_LEAGUE = { leagueId: null, name: 'a league', members: [] }

async function enqueueDue(ctx: JobContext, voterKey: VoterKey, signal: AbortSignal): Promise<void> {
  const { db, now } = ctx
  const sources = [...FEED_ACTIVITY, ...LEAGUE_ACTIVITY, ...ACCESS_ACTIVITY, listReports]
  const startedAt = now()
  const since = new Date(startedAt.getTime() - LOOKBACK_MS)
  const all: Activity[] = []
  for (const list of sources) all.push(...(await list(db, since, startedAt, voterKey)))
  const outsiders = await listPeople(
    db,
    all.flatMap(({ outsiderId }) => outsiderId ?? []),
  )
  const activityByLeague = Map.groupBy(all, ({ leagueId }) => leagueId)
  await enqueueNew(ctx, [null], activityNotifications([ANY_LEAGUE], activityByLeague, outsiders))
  let lastLeagueId = 0
  for (;;) {
    signal.throwIfAborted()
    const leagues = await listLeaguesAfter(db, lastLeagueId, LEAGUES_PER_BATCH)
    if (leagues.length === 0) return
    const due = [
      ...(await missingPickNotifications(db, leagues, startedAt)),
      ...(await absentStarterNotifications(db, leagues, startedAt)),
      ...activityNotifications(leagues, activityByLeague, outsiders),
    ]
    await enqueueNew(ctx, leagues.map(leagueIdOf), due)
    lastLeagueId = leagues.at(-1)?.leagueId ?? lastLeagueId
  }
}

async function enqueueNew(
  { db, now }: JobContext,
  leagueIds: readonly (number | null)[],
  due: readonly DueNotification[],
): Promise<void> {
  if (due.length === 0) return
  const createdTimes = await listExisting(db, leagueIds, now())
  const keyOf = ({ leagueId, to, notification }: DueNotification) =>
    `${leagueId} ${to.userId} ${notification.key}`
  const hasOther = ({ leagueId, to, unless }: DueNotification) =>
    unless !== undefined && createdTimes.has(`${leagueId} ${to.userId} ${unless}`)
  const created = due.filter((each) => !createdTimes.has(keyOf(each)) && !hasOther(each))
  // Several events can have one notification, such as refreshes that fail on the same day.
  const byKey = new Map(created.map((each) => [keyOf(each), each]))
  await enqueue(db, [...byKey.values()], now())
  for (const each of due) {
    const createdAt = createdTimes.get(keyOf(each)) ?? Number.POSITIVE_INFINITY
    if ((each.notification.newestAt?.getTime() ?? 0) > createdAt) await renew(db, each, now())
  }
}

/** Those that are relevant now, including those that were already sent, as are the others below. */
async function missingPickNotifications(db: Db, leagues: readonly LeagueRecipients[], now: Date) {
  const due: DueNotification[] = []
  const betslipLeagues = leagues.filter(({ has_betslip }) => has_betslip === 1)
  for (const [season, seasonLeagues] of Map.groupBy(
    betslipLeagues,
    (league) => league.season ?? seasonAt(now),
  )) {
    const week = { season, week: currentBetWeek(season, now) }
    const reminders = notificationsForMembers(seasonLeagues, ({ name }, { quiet }) => {
      const notification = pickReminder(week, name, quiet?.timeZone ?? null, now)
      return notification === null ? [] : [notification]
    })
    if (reminders.length === 0) continue
    const rows = await db
      .selectFrom('picks')
      .select(['league_id', 'user_id'])
      .where('league_id', 'in', seasonLeagues.map(leagueIdOf))
      .where((eb) => eb.and({ season, week: week.week }))
      .where('text', '!=', '')
      .execute()
    const pickers = new Set(rows.map((row) => `${row.league_id} ${row.user_id}`))
    due.push(...reminders.filter(({ leagueId, to }) => !pickers.has(`${leagueId} ${to.userId}`)))
  }
  return due
}

async function absentStarterNotifications(db: Db, leagues: readonly LeagueRecipients[], now: Date) {
  const due: DueNotification[] = []
  for (const weekLeagues of Map.groupBy(
    leagues,
    (league) => `${league.season} ${league.currentWeek}`,
  ).values()) {
    const { season, currentWeek: week } = weekLeagues[0] ?? { season: null, currentWeek: null }
    if (season === null || week === null) continue
    const nflWeek = await nflReader(db).getWeek(season, week)
    if (!isNearKickoff(nflWeek, now)) continue
    const lineups = await loadLineups(db, weekLeagues.map(leagueIdOf), season, week)
    const alerts = notificationsForMembers(weekLeagues, ({ leagueId, name }, { userId }) => {
      const { entries = [], team = '' } = lineups.get(`${leagueId} ${userId}`) ?? {}
      return starterAlerts(entries, nflWeek, { season, week }, { name: team, league: name }, now)
    })
    due.push(...alerts)
  }
  return due
}

/** The lineups of all members who have a team, by `<league id> <user id>`. */
async function loadLineups(db: Db, leagueIds: readonly number[], season: number, week: number) {
  const rows = await db
    .selectFrom('lineups')
    .selectAll()
    .where('league_id', 'in', leagueIds)
    .where((eb) => eb.and({ season, week }))
    .orderBy('league_id')
    .orderBy('team_id')
    .execute()
  const wanted = leagueIds.map((leagueId) => ({ leagueId, season }))
  const users = await listUsersByLeague(db, wanted)
  const stored = await listSeasonsOf(db, wanted)
  return new Map(
    rows.flatMap((row) => {
      const userIds = users.get(row.league_id)?.get(row.team_id) ?? []
      const team = stored.get(row.league_id)?.teams.find(({ teamId }) => teamId === row.team_id)
      if (team === undefined) return []
      const lineup = { team: team.name, entries: toTeamLineup(row).entries }
      return userIds.map((userId) => [`${row.league_id} ${userId}`, lineup] as const)
    }),
  )
}

/** @param outsiders whom the activities concern although they may not be members, by user ID */
function activityNotifications(
  leagues: readonly (Pick<LeagueRecipients, 'name' | 'members'> & Pick<Activity, 'leagueId'>)[],
  activityByLeague: ReadonlyMap<number | null, readonly Activity[]>,
  outsiders: ReadonlyMap<number, Recipient>,
): DueNotification[] {
  return leagues.flatMap(({ leagueId, name, members }) => {
    const memberIds = new Set(members.map(({ userId }) => userId))
    const due = (activityByLeague.get(leagueId) ?? []).flatMap((activity) => {
      const { isFor, outsiderId, toNotification, text } = activity
      const outsider = outsiders.get(outsiderId ?? 0)
      const people = members.filter(isFor)
      if (outsider !== undefined && !memberIds.has(outsider.userId)) people.push(outsider)
      return people.map((to) => ({ leagueId, to, notification: toNotification(name), text }))
    })
    return withoutRepeatedTexts(due)
  })
}

type DueAboutText = DueNotification & { text: string | undefined }

/**
 * Of the notifications about a mention and about the text with the mention, such as a comment on a post of the
 * mentioned user, each user gets one.
 */
function withoutRepeatedTexts(due: readonly DueAboutText[]): DueNotification[] {
  const about = Map.groupBy(due, ({ to, text }) => (text === undefined ? undefined : `${to.userId} ${text}`))
  return due.flatMap(({ text, ...each }) => {
    const { to, notification } = each
    const same = text === undefined ? [] : (about.get(`${to.userId} ${text}`) ?? [])
    const mention = same.find((other) => other.notification.kind === 'mention')?.notification
    const other = same.find(({ notification: { kind } }) => kind !== 'mention')?.notification
    if (mention === undefined || other === undefined) return [each]
    const isPreferred =
      prefersMention(to.choices.mention, to.choices[other.kind]) === (notification.kind === 'mention')
    // The other one may have been sent before an edit added the mention.
    return isPreferred ? [{ ...each, unless: notification.kind === 'mention' ? other.key : mention.key }] : []
  })
}

function notificationsForMembers(
  leagues: readonly LeagueRecipients[],
  build: (league: LeagueRecipients, to: Recipient) => readonly Notification[],
): DueNotification[] {
  return leagues.flatMap((league) =>
    league.members.flatMap((to) =>
      build(league, to).map((notification) => ({ leagueId: league.leagueId, to, notification })),
    ),
  )
}

const leagueIdOf = ({ leagueId }: LeagueRecipients) => leagueId

const Payload = z.object({ notificationId: z.int(), subscriptionId: z.int().nullable() })

export function pushJob(ctx: PushContext): JobKind {
  return {
    kind: PUSH_JOB,
    async run({ payload, signal }) {
      const delivery = await findDelivery(ctx.db, Payload.parse(payload), ctx.now())
      if (delivery?.device == null) return undefined
      const result = await sendPush(ctx, delivery, delivery.device, signal)
      if (result.kind === 'sent') return undefined
      if (result.kind === 'gone') {
        await ctx.db.deleteFrom('push_subscriptions').where('id', '=', delivery.device.id).execute()
        return undefined
      }
      const reason = `The push service didn't accept the notification: ${result.reason}.`
      if (result.kind === 'refused') return { kind: 'refused', reason }
      return later(reason, result.retryAfterMs, delivery)
    },
    maxConcurrent: 10,
    maxConcurrentPerDestination: 5,
    isShort: true,
    retry: DELIVERY_RETRIES,
  }
}

export function mailJob(
  { db, mailer, publicUrl, now }: Pick<Context, 'db' | 'mailer' | 'publicUrl' | 'now'>,
  pool: JobPool,
): JobKind {
  return {
    kind: MAIL_JOB,
    async run({ payload, signal }) {
      const delivery = await findDelivery(db, Payload.parse(payload), now())
      // The account may have removed its email address since.
      if (delivery === null || delivery.email === '') return undefined
      const { kind, target } = delivery.notification
      const recap =
        kind === 'recap' && target.item !== undefined ? await findRecapOfPost(db, target.item.id) : null
      try {
        await mailer.send(createNotificationEmail(delivery, delivery.email, publicUrl(), recap), signal)
        return undefined
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof MailError)) throw error
        return later(`The mail server didn't accept the email: ${error.message}`, null, delivery)
      }
    },
    pool,
    maxConcurrent: pool.slots,
    isShort: true,
    retry: MAIL_RETRIES,
  }
}

function later(reason: string, retryAfterMs: number | null, { quiet }: Delivery): JobResult {
  return { kind: 'later', reason, retryAfterMs, postpone: (at) => nextDeliveryTime(quiet, at) }
}

/**
 * Creates an email with the text of a push notification and links to what it is about and to the notification settings. Names and
 * other text of users don't become links.
 * @param recap what a notification about a recap shows; null for others, and for recaps of 0.1.0
 */
export function createNotificationEmail(
  { notification, league, username }: Pick<Delivery, 'notification' | 'league' | 'username'>,
  email: string,
  publicUrl: string,
  recap: RecapDocument | null = null,
): Email {
  const [title, body] = [notification.title, notification.body].map(withoutAutoLinks) as [string, string]
  const reason = `You're getting this because emails are turned on for your Fieldhouse account ${withoutAutoLinks(username)}.`
  // The web app's router reads the `route` parameter.
  const settingsUrl = `${publicUrl}/?route=account`
  const url = `${publicUrl}${notificationPath(notification.target, league)}`
  const links = { url, reason, settingsUrl }
  const { text, html } =
    recap === null || league === null
      ? createNotice(email, '', [
          { text: title, html: `<strong>${escapeHtml(title)}</strong>` },
          { text: body, html: escapeHtml(body) },
          linkTo(url, 'Open Fieldhouse'),
          {
            text: `${reason}\nManage or unsubscribe: ${settingsUrl}`,
            html: `${escapeHtml(reason)} <a href="${escapeHtml(settingsUrl)}">Manage or unsubscribe</a>`,
          },
        ])
      : { text: formatRecapText(recap, league, links), html: formatRecapHtml(recap, league, links) }
  return { to: email, subject: EMAIL_SUBJECTS[notification.kind], unsubscribeUrl: settingsUrl, text, html }
}

type EmailLinks = {
  /** The post in League Social. */
  url: string
  reason: string
  settingsUrl: string
}

/** A recap as an email, without pictures. Both parts say the same. Names do not become links. */
function formatRecapText(recap: RecapDocument, league: string, { url, reason, settingsUrl }: EmailLinks) {
  const sections = toTextSections(recap).map(({ name, lines }) => [name.toUpperCase(), ...lines].join('\n'))
  const texts = [`${recap.title}, ${league}`, recap.headline, ...recap.story, ...sections].map(withoutLinks)
  return [
    ...texts,
    `Read it in League Social: ${url}`,
    `${reason}\nManage or unsubscribe: ${settingsUrl}`,
    '',
  ].join('\n\n')
}

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/**
 * Mail programs that know dark mode apply these, and the others the attributes of the elements. Neither needs the
 * other: text has a color wherever its background has one.
 */
const STYLES = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#15181c!important}.card{background:#1e2227!important}
.ink{color:#f2f4f7!important}.muted{color:#aab2bd!important}.rule{border-color:#3a4048!important}.link{color:#8ab8ff!important}
}`

function formatRecapHtml(recap: RecapDocument, league: string, { url, reason, settingsUrl }: EmailLinks) {
  const paragraphs = recap.story.map(
    (paragraph) =>
      `<p class="ink" style="margin:0 0 14px;color:#1c2430;${FONT};font-size:16px;line-height:1.5">${show(paragraph)}</p>`,
  )
  return [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${show(recap.title)}</title><style>${STYLES}</style></head>`,
    '<body class="page" style="margin:0;padding:0;background:#eef1f5">',
    '<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#eef1f5"><tr><td align="center" style="padding:16px 8px">',
    '<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;background:#ffffff;border-radius:12px"><tr><td style="padding:24px 20px">',
    `<p class="muted" style="margin:0 0 6px;color:#566070;${FONT};font-size:14px">${show(`${recap.title}, ${league}`)}</p>`,
    `<h1 class="ink" style="margin:0 0 16px;color:#1c2430;${FONT};font-size:24px;line-height:1.25">${show(recap.headline)}</h1>`,
    ...paragraphs,
    ...htmlSections(recap),
    `<p style="margin:24px 0 0;${FONT};font-size:16px"><a class="link" href="${escapeHtml(url)}" style="color:#0b57c2">Read it in League Social</a></p>`,
    '</td></tr></table>',
    `<p class="muted" style="margin:16px 0 0;max-width:600px;color:#566070;${FONT};font-size:13px;line-height:1.5">${escapeHtml(reason)} <a class="link" href="${escapeHtml(settingsUrl)}" style="color:#0b57c2">Manage or unsubscribe</a></p>`,
    '</td></tr></table>',
    '</body></html>',
  ].join('\n')
}

function htmlSections(recap: RecapDocument): string[] {
  const change = (by: number) => (by === 0 ? '–' : `${by > 0 ? '▲' : '▼'} ${Math.abs(by)}`)
  return [
    ...table(
      'Results',
      recap.games.map(({ winner, loser, score, against, tie, round }) => [
        `${tie ? show(winner.name) : `<strong>${show(winner.name)}</strong>`}<br>${show(loser.name)}${round === null ? '' : `<br><span class="muted" style="color:#566070;font-size:13px">${show(round)}</span>`}`,
        `${tie ? score : `<strong>${score}</strong>`}<br>${against}`,
      ]),
    ),
    ...table(
      'Awards',
      recap.awards.map((award) => {
        const [label = '', ...rest] = formatAward({ ...award, value: '' }).split(': ')
        return [
          `<span class="muted" style="color:#566070;font-size:13px">${show(label)}</span><br>${show(rest.join(': '))}`,
          show(award.value),
        ]
      }),
    ),
    ...table(
      'Power ranking',
      recap.power.map(({ team, rank, change: by }) => [`${rank}. ${show(team.name)}`, change(by)]),
    ),
    ...table(
      'Playoff odds',
      recap.odds.map(({ team, before, after, status }) => [
        show(team.name),
        status === 'clinched'
          ? 'in'
          : status === 'eliminated'
            ? 'out'
            : show(before === null ? after : `${before} → ${after}`),
      ]),
    ),
    ...table(
      'Records',
      recap.records.map(({ label, holder, value }) => [
        `${show(capitalize(label))}<br>${show(holder)}`,
        show(value),
      ]),
    ),
    ...table(
      'Standings',
      recap.standings.map(({ rank, team, record, points }) => [
        `${rank}. ${show(team.name)}`,
        `${show(record)}, ${show(points)}`,
      ]),
    ),
  ]
}

/** `rows` is HTML. */
function table(name: string, rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return []
  const cell = 'padding:7px 0;border-top:1px solid #dbe0e7;vertical-align:top'
  return [
    `<h2 class="ink" style="margin:22px 0 6px;color:#1c2430;${FONT};font-size:16px">${name}</h2>`,
    `<table class="ink" width="100%" cellpadding="0" cellspacing="0" style="color:#1c2430;${FONT};font-size:15px;line-height:1.4">`,
    ...rows.map(
      ([what, value]) =>
        `<tr><td class="rule" style="${cell}">${what}</td><td class="rule" align="right" style="${cell};padding-left:12px;white-space:nowrap">${value}</td></tr>`,
    ),
    '</table>',
  ]
}

function show(text: string): string {
  return escapeHtml(withoutLinks(text))
}

/** Figures are no addresses, and readers copy them. */
function withoutLinks(text: string): string {
  return withoutAutoLinks(text).replace(/(?<=\d)\u200b(?=\.\d)/g, '')
}
