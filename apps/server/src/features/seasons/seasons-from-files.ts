import { CSV_PREFIX, UPLOAD_PREFIX } from '../../database/provider-response-store.ts'
import { ProviderError } from '../../providers/league-provider.ts'
import { fileError, readSeasonFile, type SeasonFile, type UploadedFile } from './season-file.ts'
import type { SeasonToStore } from './store.ts'
import { translateResponses } from './translate-responses.ts'

/**
 * The seasons in the files, oldest first; none may be after `newest`. Captured files of one season
 * are put together like the answers to several requests. Throws an ApiError that names the file and
 * what is wrong with it.
 */
export function seasonsFromFiles(
  files: readonly UploadedFile[],
  leagueId: number,
  newest: number,
): SeasonToStore[] {
  const read = withUniqueNames(files).map((file) => readSeasonFile(file, leagueId))
  for (const { name, seasons } of read) {
    const early = seasons.find((season) => season > newest)
    if (early !== undefined) throw fileError(name, `season: ${early} has not begun yet.`)
  }
  const years = [...new Set(read.flatMap(({ seasons }) => seasons))].sort((a, b) => a - b)
  return years.map((year) =>
    buildSeason(
      read.filter(({ seasons }) => seasons.includes(year)),
      { leagueId, season: year },
    ),
  )
}

/** Bodies of the league come before those of a week, which know less of it. */
function buildSeason(
  files: readonly SeasonFile[],
  asked: { leagueId: number; season: number },
): SeasonToStore {
  const ordered = files.toSorted((a, b) => lineupWeekOf(a) - lineupWeekOf(b))
  const names = ordered.map(({ name }) => name)
  if (ordered.length > 1 && ordered.some(({ kind }) => kind === 'csv')) {
    throw fileError(names.join(', '), `season ${asked.season} is in more than one file. Send one of them.`)
  }
  const responses = ordered.map((file) => ({ request: requestLabel(file), body: file.text }))
  const parts = ordered.flatMap((file) => file.parts.map((part) => ({ part, request: requestLabel(file) })))
  const sent = { season: asked.season, responses, parts, files: names }
  if (ordered.every(({ isAddition }) => isAddition)) return { ...sent, translated: null }
  try {
    return { ...sent, translated: translateResponses(responses, asked) }
  } catch (error) {
    if (error instanceof ProviderError) throw fileError(names.join(', '), `${error.message}.`)
    throw error
  }
}

function requestLabel({ name, kind }: SeasonFile): string {
  return `${kind === 'csv' ? CSV_PREFIX : UPLOAD_PREFIX}${name}`
}

/** The NFL week whose line-ups a file has; 0 for none. */
function lineupWeekOf({ parts }: SeasonFile): number {
  return Math.max(0, ...parts.map((part) => (part.name === 'line-ups' ? part.week.week : 0)))
}

/** Answers are kept by their names: of two files with one name neither may push the other out. */
function withUniqueNames(files: readonly UploadedFile[]): UploadedFile[] {
  const taken = new Set<string>()
  return files.map(({ name, bytes }) => {
    let own = name
    for (let count = 2; taken.has(own); count += 1) own = `${name} (${count})`
    taken.add(own)
    return { name: own, bytes }
  })
}
