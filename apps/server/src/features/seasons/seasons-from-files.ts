import { setImmediate } from 'node:timers/promises'
import { sourceOf } from '@fieldhouse/domain/league/league-sources'
import type { SeasonAnswers } from '@fieldhouse/domain/seasons/season-answers'
import { ProviderError } from '../../providers/league-provider.ts'
import { CSV_PREFIX, UPLOAD_PREFIX } from '../../repositories/seasons/provider-response-store.ts'
import { fileError, readSeasonFile, type SeasonFile, type UploadedFile } from './season-file.ts'
import { partitionFiles } from './sleeper-file.ts'
import { type SleeperUploadContext, sleeperSeasonFromFiles } from './sleeper-upload.ts'
import type { SeasonToStore } from './store.ts'
import { formatAnswers, translateResponses } from './translate-responses.ts'

/**
 * Returns the seasons in the files, oldest first; none may be later than `newest`. Captured files of the same
 * season are combined like the responses to several requests. `answers` are by season. Throws a SeasonRejection that names the file and
 * the problem.
 */
export async function seasonsFromFiles(
  files: readonly UploadedFile[],
  answers: ReadonlyMap<number, SeasonAnswers>,
  context: SleeperUploadContext,
): Promise<SeasonToStore[]> {
  const { sleeper, others } = partitionFiles(files)
  const seasons = await otherSeasonsFromFiles(others, answers, context)
  if (sleeper.length === 0) return seasons
  const added = await sleeperSeasonFromFiles(sleeper, context)
  const same = seasons.find(({ season }) => season === added.season)
  if (same !== undefined)
    throw fileError(
      same.files.join(', '),
      `season ${same.season} is also in files of Sleeper. Upload only one of them.`,
    )
  return [...seasons, added].sort((a, b) => a.season - b.season)
}

async function otherSeasonsFromFiles(
  files: readonly UploadedFile[],
  answers: ReadonlyMap<number, SeasonAnswers>,
  { sources, newest }: Pick<SleeperUploadContext, 'sources' | 'newest'>,
): Promise<SeasonToStore[]> {
  const seasonFiles: SeasonFile[] = []
  for (const file of withUniqueNames(files)) {
    seasonFiles.push(readSeasonFile(file, sources))
    // Other requests are answered between two files.
    await setImmediate()
  }
  for (const { name, seasons } of seasonFiles) {
    const future = seasons.find((season) => season > newest)
    if (future !== undefined) throw fileError(name, `season: ${future} hasn't started yet.`)
  }
  const years = [...new Set(seasonFiles.flatMap(({ seasons }) => seasons))].sort((a, b) => a - b)
  return years.map((year) =>
    buildSeason(
      seasonFiles.filter(({ seasons }) => seasons.includes(year)),
      answers.get(year),
      { leagueId: sourceOf(sources, year)?.leagueId ?? '', season: year },
    ),
  )
}

/** Files with the whole league come before those of a single week, which contain less of it. */
function buildSeason(
  files: readonly SeasonFile[],
  answers: SeasonAnswers | undefined,
  expected: { leagueId: string; season: number },
): SeasonToStore {
  const ordered = files.toSorted((a, b) => lineupWeekOf(a) - lineupWeekOf(b))
  const names = ordered.map(({ name }) => name)
  if (ordered.length > 1 && ordered.some(({ kind }) => kind === 'csv')) {
    throw fileError(
      names.join(', '),
      `season ${expected.season} is in more than one file. Upload only one of them.`,
    )
  }
  const responses = [
    ...ordered.map((file) => ({ request: requestLabel(file), body: file.text })),
    ...(answers === undefined ? [] : [formatAnswers(answers)]),
  ]
  const parts = ordered.flatMap((file) =>
    file.parts.map((part) => ({ part, requests: [requestLabel(file)] })),
  )
  const season = { season: expected.season, responses, parts, files: names }
  if (ordered.every(({ isAddition }) => isAddition)) return { ...season, translated: null }
  try {
    return { ...season, translated: translateResponses(responses, expected) }
  } catch (error) {
    if (error instanceof ProviderError) throw fileError(names.join(', '), `${error.message}.`)
    throw error
  }
}

function requestLabel({ name, kind }: SeasonFile): string {
  return `${kind === 'csv' ? CSV_PREFIX : UPLOAD_PREFIX}${name}`
}

/** Returns the NFL week of the lineups in a file; 0 if it has none. */
function lineupWeekOf({ parts }: SeasonFile): number {
  return Math.max(0, ...parts.map((part) => (part.name === 'line-ups' ? part.week.week : 0)))
}

/** Responses are stored by file name, so two files with the same name must not replace each other. */
function withUniqueNames(files: readonly UploadedFile[]): UploadedFile[] {
  const usedNames = new Set<string>()
  return files.map(({ name, bytes }) => {
    let uniqueName = name
    for (let count = 2; usedNames.has(uniqueName); count += 1) uniqueName = `${name} (${count})`
    usedNames.add(uniqueName)
    return { name: uniqueName, bytes }
  })
}
