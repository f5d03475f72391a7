import type { DataKind } from '@fieldhouse/contract/operation'
import type { ReadLeagueVersions } from '../database/engine/league-versions.ts'
import { presentLiveScores, type ScoreState, toScoreState } from '../features/matchups/present-live-scores.ts'
import type { WeekReader } from '../features/matchups/week-reader.ts'
import type { EventData } from '../live/event-hub.ts'
import type { StoredEvent } from '../live/event-store.ts'
import type { ArchiveReader } from '../repositories/seasons/archive-reader.ts'
import type { GameReader } from '../repositories/seasons/game-reader.ts'
import type { SeasonReader } from '../repositories/seasons/season-reader.ts'
import type { TeamReader } from '../repositories/seasons/team-reader.ts'

export type LiveScoresOptions = {
  weeks: WeekReader
  games: Pick<GameReader, 'findSchedule' | 'listGames' | 'listCompletedWeeks'>
  teams: Pick<TeamReader, 'listTeams' | 'listOwnerNames'>
  seasons: SeasonReader
  archive: Pick<ArchiveReader, 'listWeeksWithLineups'>
  readVersions: ReadLeagueVersions
  log: { error: (fields: object, message: string) => void }
}

/** What changes the score state. */
const READS: readonly DataKind[] = ['season', 'league', 'people', 'nfl']
const MAX_ATTEMPTS = 3

/**
 * Adds the scores to score events: what has changed since the last event of the league, computed once for all
 * streams of this process.
 */
export function liveScores(options: LiveScoresOptions): EventData {
  const { weeks, games, teams, seasons, archive, readVersions, log } = options
  /** Of the leagues with open streams, as of the last event or of the first stream. */
  const states = new Map<number, ScoreState | null>()

  /** Reads the state at one version: a commit between two of its reads would hide a change. */
  async function readState(leagueId: number): Promise<ScoreState> {
    for (let attempt = 1; ; attempt += 1) {
      const versions = await readVersions(leagueId)
      const week = await weeks.readWeek(leagueId, {})
      const season = await Promise.all([
        games.findSchedule(leagueId, week.season),
        games
          .listGames(leagueId, week.season)
          .then((each) => each.map(({ gameId, result }) => [gameId, result])),
        games.listCompletedWeeks(leagueId, week.season),
        teams.listTeams(leagueId, week.season),
        teams.listOwnerNames(leagueId, week.season).then((names) => [...names]),
        seasons.getLeagueInfo(leagueId),
      ])
      const roster = await archive.listWeeksWithLineups(leagueId, week.season)
      const state = toScoreState(week, [week.format, ...season], roster)
      if ((await readVersions(leagueId))?.of(READS) === versions?.of(READS) || attempt === MAX_ATTEMPTS)
        return state
    }
  }

  async function addScores(stored: StoredEvent): Promise<StoredEvent> {
    const { leagueId, event } = stored
    if (event.name !== 'scoreboard') return stored
    const current = await readState(leagueId)
    const previous = states.get(leagueId)
    if (event.data.season !== current.season) return stored
    // The league may have lost its last stream in the meantime.
    if (previous !== undefined) states.set(leagueId, current)
    const scores = presentLiveScores(previous ?? null, current)
    return { ...stored, event: { name: event.name, data: { ...event.data, scores } } }
  }

  return {
    async start(leagueId) {
      states.set(leagueId, null)
      const state = await readState(leagueId).catch(logError)
      if (states.get(leagueId) === null) states.set(leagueId, state)
    },
    stop: (leagueId) => void states.delete(leagueId),
    // Without the scores, clients read them.
    add: async (event) => (await addScores(event).catch(logError)) ?? event,
  }

  function logError(error: unknown): null {
    log.error({ err: error }, 'failed to read the scores of an event')
    return null
  }
}
