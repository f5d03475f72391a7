import { currentBetWeek } from '@fieldhouse/domain/betting-week'
import {
  absentStarters,
  commentMade,
  type Notification,
  pickDue,
  proposalMade,
} from '@fieldhouse/domain/notification'
import type { ArchiveReader } from '../../database/archive-reader.ts'
import type { GameReader } from '../../database/game-reader.ts'
import type { NflReader } from '../../database/nfl-reader.ts'
import type { SeasonReader } from '../../database/season-reader.ts'
import type { TeamReader } from '../../database/team-reader.ts'
import type { Happenings, ToldLeague } from './happenings.ts'
import type { Recipient } from './recipient.ts'

/** What was written before is not told any more, to whomever. */
const LOOK_BACK_MS = 60 * 60_000

export type Due = { to: Recipient; notification: Notification }

export type DueOptions = {
  happenings: Happenings
  seasons: SeasonReader
  games: GameReader
  teams: TeamReader
  archive: ArchiveReader
  nfl: NflReader
}

/** Everything that members of a league may be told at a moment, whether they were told already or not. */
export async function dueInLeague(
  options: DueOptions,
  league: ToldLeague,
  recipients: readonly Recipient[],
  now: Date,
): Promise<Due[]> {
  const members = recipients.filter(({ userId }) => league.memberIds.includes(userId))
  const season = await options.seasons.currentSeason(league.leagueId, now)
  const found = [
    await duePicks(options, league, members, season, now),
    await dueStarters(options, league, members, season, now),
    await dueNews(options, league, members, now),
  ]
  return found.flat()
}

async function duePicks(
  { happenings }: DueOptions,
  { leagueId, name, hasBetslip }: ToldLeague,
  members: readonly Recipient[],
  season: number,
  now: Date,
): Promise<Due[]> {
  if (!hasBetslip) return []
  const week = { season, week: currentBetWeek(season, now) }
  const due = members.flatMap((to) => {
    const notification = pickDue(week, name, to.quiet?.timeZone ?? null, now)
    return notification === null ? [] : [{ to, notification }]
  })
  if (due.length === 0) return []
  const pickers = await happenings.pickersOf(leagueId, week)
  return due.filter(({ to }) => !pickers.has(to.userId))
}

async function dueStarters(
  { games, nfl, teams, archive }: DueOptions,
  { leagueId, name }: ToldLeague,
  members: readonly Recipient[],
  season: number,
  now: Date,
): Promise<Due[]> {
  const week = (await games.weeksOf(leagueId, season))?.currentWeek ?? null
  if (week === null) return []
  const nflWeek = await nfl.weekOf(season, week)
  if (nflWeek.games.every(({ kickoff }) => kickoff <= now)) return []
  const due: Due[] = []
  for (const team of await teams.teamsOf(leagueId, season)) {
    const to = members.find(({ userId }) => userId === team.assigned?.userId)
    if (to === undefined) continue
    const entries = (await archive.lineupOf(leagueId, season, week, team.teamId))?.entries ?? []
    const shown = { name: team.name, league: name }
    const absent = absentStarters(entries, nflWeek, { season, week }, shown, now)
    due.push(...absent.map((notification) => ({ to, notification })))
  }
  return due
}

async function dueNews(
  { happenings }: DueOptions,
  { leagueId, name }: ToldLeague,
  members: readonly Recipient[],
  now: Date,
): Promise<Due[]> {
  const since = new Date(now.getTime() - LOOK_BACK_MS)
  const proposals = await happenings.proposalsSince(leagueId, since)
  const comments = await happenings.commentsSince(leagueId, since)
  const told = [
    ...proposals.map((news) => ({ ...news, notification: proposalMade(news, name) })),
    ...comments.map((news) => ({ ...news, notification: commentMade(news, name) })),
  ]
  return told.flatMap(({ authorId, forUserId, notification }) =>
    members
      .filter(({ userId }) => (forUserId === null ? userId !== authorId : userId === forUserId))
      .map((to) => ({ to, notification })),
  )
}
