import { normalizeName } from '@fieldhouse/domain/names'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../database/engine/database.ts'
import { scoreStore } from '../features/betslip/score-store.ts'
import { pinLeaguePost, unpinPosts } from '../features/feed/posts/post-store.ts'
import { awardReader } from '../features/insights/award-reader.ts'
import type { RaceReader } from '../features/insights/race-reader.ts'
import type { RecapDocumentSources } from '../features/recap/read-recap.ts'
import { recapJob } from '../features/recap/recap-job.ts'
import { recapStore } from '../features/recap/recap-store.ts'
import { type RecapRewriter, recapRewriter } from '../features/recap/rewrite-recap.ts'
import { findBrokenRecords } from '../features/records/record-job.ts'
import { queueWebhookMessage } from '../features/webhook/store.ts'
import type { ScheduledJob } from '../jobs/job.ts'
import type { ChatModel } from '../providers/llm/chat-model.ts'
import { readHistoryInput } from '../repositories/history/history-reader.ts'
import { nflReader } from '../repositories/nfl/nfl-reader.ts'
import { archiveReader } from '../repositories/seasons/archive-reader.ts'
import { insightReader } from '../repositories/seasons/insight-reader.ts'
import { rosterWeekReader } from '../repositories/seasons/roster-week-reader.ts'
import { teamReader } from '../repositories/seasons/team-reader.ts'

type PlayoffOdds = Pick<RaceReader, 'listAfter'>

/** Creates the job that posts each league's weekly recap in its feed. Without `races`, recaps have no odds. */
export function createRecapJob(
  db: Db,
  now: () => Date,
  { races = null, rewriter = null }: { races?: PlayoffOdds | null; rewriter?: RecapRewriter | null } = {},
): ScheduledJob {
  return recapJob({
    ...recapSources(db, races),
    store: createRecapStore(db),
    rewriter,
    now,
  })
}

function createRecapStore(db: Db) {
  return recapStore(db, { pinPost: pinLeaguePost, unpinPosts, queueMessage: queueWebhookMessage })
}

/** What the preview of a recap needs. */
export function recapPreviewOptions(db: Db, races: PlayoffOdds, readers: SeasonReaders) {
  return { ...recapSources(db, races, readers), store: createRecapStore(db) }
}

type SeasonReaders = Parameters<typeof awardReader>[0] & Pick<RecapDocumentSources, 'archive'>

const readersOf = (db: Db): SeasonReaders => ({
  insights: insightReader(db),
  archive: archiveReader(db),
  rosterWeeks: rosterWeekReader(db),
  nfl: nflReader(db),
})

/** What recaps are written from. */
function recapSources(
  db: Db,
  races: PlayoffOdds | null,
  readers: SeasonReaders = readersOf(db),
): RecapDocumentSources {
  const { archive, insights, rosterWeeks } = readers
  const awards = awardReader(readers)
  return {
    scoresOf: (leagueId, season) => scoreStore(db).findScores(leagueId, season),
    teams: teamReader(db, { ofLogo: () => null }),
    archive,
    insights,
    rosterWeeks,
    awardsOf: async (leagueId, season) => (await awards.getSeason(leagueId, season)).awards,
    historyOf: (leagueId) => readHistoryInput(db, leagueId),
    findRecords: findBrokenRecords,
    async oddsOf(leagueId, season, period) {
      const weeks = races === null ? [] : await races.listAfter(leagueId, season, [period - 1, period])
      if (weeks === null) return null
      const before = weeks.find(({ week }) => week === period - 1)?.race.teams ?? []
      const after = weeks.find(({ week }) => week === period)?.race.teams ?? []
      return after.flatMap(({ teamId, odds, certainty }) => {
        const earlier = before.find((team) => team.teamId === teamId)
        if (odds === null) return []
        return [
          {
            teamId,
            before: earlier?.odds?.playoffs ?? null,
            after: odds.playoffs,
            wasCertain: earlier?.certainty.place ?? null,
            isCertain: certainty.place,
          },
        ]
      })
    },
  }
}

/** Creates the rewriter of recaps; null without a model. */
export function createRecapRewriter(
  db: Db,
  model: ChatModel | null,
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>,
  now: () => Date,
): RecapRewriter | null {
  return model === null ? null : recapRewriter({ model, namesOf, log, now })

  async function namesOf(leagueId: number): Promise<string[]> {
    const { seasons } = await readHistoryInput(db, leagueId)
    const names = seasons.flatMap(({ teams, members }) => [
      ...teams.map(({ name }) => name),
      ...members.map(({ name }) => name),
    ])
    return [...new Map(names.map((name) => [normalizeName(name), name])).values()]
  }
}
