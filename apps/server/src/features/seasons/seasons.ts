import { leagueFileSchema } from '@fieldhouse/contract/seasons/league-file'
import {
  exportSeasons,
  getLeagueFileSchema,
  getSeasonTemplate,
  listSeasons,
  previewSeasons,
  uploadSeasons,
} from '@fieldhouse/contract/seasons/seasons'
import { LEAGUE_PROVIDERS } from '@fieldhouse/domain/league/league-providers'
import { seasonAt } from '@fieldhouse/domain/seasons/season'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { ApiError, invalidField } from '../../http/errors/api-error.ts'
import { downloadName } from '../../http/headers/download-name.ts'
import { operation } from '../../http/operation.ts'
import { openExport } from '../../http/requests/league-exports.ts'
import { jobRunningMessage } from '../../ingestion/messages.ts'
import { recordAuditEntry } from '../../repositories/audit/audit.ts'
import { listSources } from '../../repositories/leagues/league-sources.ts'
import { listKnownLeagueIds } from '../../repositories/seasons/known-league-ids.ts'
import { listFailures } from '../../repositories/seasons/season-store.ts'
import { listSeasonSummaries } from '../../repositories/seasons/season-summaries.ts'
import { previewSeasons as preview, type SeasonToStore, storeSeasons } from './changes.ts'
import { csvTemplate } from './league-file/csv.ts'
import { exportAsJson, exportAsTables } from './league-file/export-seasons.ts'
import { presentPreview, presentSeasons, presentSummary } from './present.ts'
import { SeasonRejection } from './season-file.ts'
import { seasonsFromFiles } from './seasons-from-files.ts'
import { findPlayerList, questionText } from './translate-responses.ts'
import { readForm, toApiError } from './upload-form.ts'

const LEAGUE_FILE_SCHEMA = leagueFileSchema()

export const seasons = [
  operation(previewSeasons, ({ ctx, league, request }) =>
    withRejections(async () => {
      const offered = await readSeasons(ctx, league.id, request)
      return { seasons: (await preview(ctx.db, league.id, offered)).map(presentPreview) }
    }),
  ),

  operation(uploadSeasons, ({ ctx, league, user, request }) =>
    withRejections(async () => {
      const offered = await readSeasons(ctx, league.id, request)
      requireAnswers(offered)
      const result = await storeSeasons(ctx.db, league.id, offered, user, ctx.now())
      if (result.kind === 'job_running')
        throw new ApiError('job_running', { message: jobRunningMessage(result.job, ctx.now()) })
      return { seasons: result.seasons.map((stored) => ({ ...presentSummary(stored), files: stored.files })) }
    }),
  ),

  operation(listSeasons, async ({ ctx, league }) => {
    const [summaries, failures] = await Promise.all([
      listSeasonSummaries(ctx.db, league.id),
      listFailures(ctx.db, league.id),
    ])
    return presentSeasons(summaries, failures)
  }),

  operation(exportSeasons, async ({ ctx, league, user, query, reply }) => {
    const { format, season } = query
    const stored = (await ctx.leagues.seasons(league.id)).years().reverse()
    const years = stored.filter((each) => season === undefined || each === season)
    if (years.length === 0) throw new ApiError('season_not_found')
    const at = ctx.now()
    const exportAs = format === 'json' ? exportAsJson : exportAsTables
    const file = await openExport(league.id, user, async () => exportAs(ctx.db, league, years, at))
    await recordAuditEntry(ctx.db, {
      at: ctx.now(),
      actor: user,
      action: 'season.export',
      leagueId: league.id,
    })
    const day = ctx.now().toISOString().slice(0, 10)
    const name = downloadName(league.name, `seasons-${day}.${format === 'json' ? 'json' : 'zip'}`)
    return reply
      .type(format === 'json' ? 'application/json' : 'application/zip')
      .header('cache-control', 'private, no-store')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(file)
  }),

  operation(getLeagueFileSchema, () => LEAGUE_FILE_SCHEMA),

  operation(getSeasonTemplate, ({ query: { kind }, reply }) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="season-${kind}.csv"`)
      .send(csvTemplate(kind)),
  ),
]

/** Responds to rejected files. */
async function withRejections<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof SeasonRejection ? toApiError(error) : error
  }
}

/** The seasons in the files of the request, or those that were chosen. */
async function readSeasons(ctx: Context, leagueId: number, request: FastifyRequest) {
  const { files, answers, chosen } = await readForm(request)
  // The league may have been deleted while the files arrived.
  await request.confirmRights()
  const sources = await listSources(ctx.db, leagueId)
  const needsPlayers = sources.some(({ provider }) => LEAGUE_PROVIDERS[provider].hasPlayerList)
  const found = await seasonsFromFiles({
    files,
    answers,
    sources,
    knownIds: await listKnownLeagueIds(ctx.db, leagueId),
    players: needsPlayers ? await findPlayerList(ctx.sleeperPlayers) : null,
    newest: seasonAt(ctx.now()),
  })
  if (chosen === null) return found
  const missing = chosen.find((year) => found.every(({ season }) => season !== year))
  if (missing !== undefined) throw invalidField('seasons', `None of the files contains ${missing}.`)
  return found.filter(({ season }) => chosen.includes(season))
}

/** Throws `questions_open` with the questions of tables that nobody has answered. */
function requireAnswers(offered: readonly SeasonToStore[]): void {
  const open = offered.flatMap(({ season, translated }) =>
    (translated?.tableQuestions ?? [])
      .filter(({ isAnswered }) => !isAnswered)
      .map((question) => {
        const name = question.kind === 'owner_teams' ? `owner_teams ${question.owner}` : question.kind
        return [`${season}, ${name}`, questionText(season, question)] as const
      }),
  )
  const [first] = open
  if (first === undefined) return
  const message = `${first[1]} Nothing was changed.`
  throw new ApiError('questions_open', { message, fields: Object.fromEntries(open) })
}
