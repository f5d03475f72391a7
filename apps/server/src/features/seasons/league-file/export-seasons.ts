import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { LeagueFileSeason } from '@fieldhouse/contract/seasons/league-file'
import { type CsvCell, formatCsvLine } from '@fieldhouse/domain/interchange/csv-line'
import { LEAGUE_FILE_FORMAT, LEAGUE_FILE_VERSION } from '@fieldhouse/domain/interchange/league-file-format'
import { TABLE_KINDS, type TableKind } from '@fieldhouse/domain/seasons/season-csv'
import type { Db } from '../../../database/engine/database.ts'
import { inSnapshot } from '../../../database/engine/transaction.ts'
import { mapInTurns } from '../../../jobs/take-turns.ts'
import { findSeason } from '../../../repositories/season-documents/stored-seasons.ts'
import { archiveReader } from '../../../repositories/seasons/archive-reader.ts'
import { findPlayers } from '../../../repositories/seasons/player-reader.ts'
import { zipWriter } from '../../../zip/write-zip.ts'
import { MAX_TABLE_ROWS } from './csv.ts'
import { presentLeagueFileSeason, presentLineup } from './present-league-file.ts'
import { columnsOf, tablesFromSeason, toCells } from './tables-from-season.ts'

type ExportedLeague = { id: number; name: string }

/** Streams a league file, a season at a time. Seasons that are no longer stored are left out. */
export function exportAsJson(
  db: Db,
  league: ExportedLeague,
  seasons: readonly number[],
  now: Date,
): Readable {
  async function* write() {
    const header = {
      format: LEAGUE_FILE_FORMAT,
      version: LEAGUE_FILE_VERSION,
      league: league.name,
      exported_at: now.toISOString(),
    }
    yield `${JSON.stringify(header).slice(0, -1)},"seasons":[`
    let separator = '\n'
    for (const year of seasons) {
      const season = await readSeason(db, league.id, year)
      if (season === null) continue
      yield separator
      yield* writeSeason(season)
      separator = ',\n'
    }
    yield '\n]}\n'
  }
  return Readable.from(write(), { objectMode: false })
}

/** A large season takes a tenth of a second, so other requests are answered in between. */
async function* writeSeason({ lineups, transactions, ...rest }: LeagueFileSeason): AsyncGenerator<string> {
  yield `${JSON.stringify(rest).slice(0, -1)},"lineups":[`
  yield* writeList(lineups, 1)
  yield '],"transactions":['
  yield* writeList(transactions, 500)
  yield ']}'
}

/** The elements of a list, some at a time. */
async function* writeList(list: readonly unknown[], size: number): AsyncGenerator<string> {
  for (let start = 0; start < list.length; start += size) {
    await setImmediate()
    yield `${start === 0 ? '' : ','}${JSON.stringify(list.slice(start, start + size)).slice(1, -1)}`
  }
}

/** Streams a zip with the tables of the seasons. Tables that are too long to be uploaded again are several files. */
export function exportAsTables(
  db: Db,
  league: ExportedLeague,
  seasons: readonly number[],
  now: Date,
): Readable {
  const zip = zipWriter(now)
  const write = async () => {
    const files = new Map<TableKind, { rows: CsvCell[][]; count: number }>()
    const flush = async (kind: TableKind) => {
      const file = files.get(kind)
      if (file === undefined || file.rows.length === 0) return
      file.count += 1
      const name = file.count === 1 ? `${kind}.csv` : `${kind}-${file.count}.csv`
      await zip.add(name, csvBytes([columnsOf(kind), ...file.rows]), { isCompressed: true })
      file.rows = []
    }
    for (const year of seasons) {
      const season = await readSeason(db, league.id, year)
      if (season === null) continue
      const tables = tablesFromSeason(season)
      for (const kind of TABLE_KINDS) {
        const file = files.get(kind) ?? { rows: [], count: 0 }
        files.set(kind, file)
        if (file.rows.length + tables[kind].length > MAX_TABLE_ROWS) await flush(kind)
        for (const row of tables[kind]) {
          if (file.rows.length === MAX_TABLE_ROWS) await flush(kind)
          file.rows.push(toCells(kind, year, row))
        }
      }
    }
    for (const kind of TABLE_KINDS) await flush(kind)
    zip.end()
  }
  write().catch((error: unknown) => zip.fail(error))
  return zip.output
}

/** Starts with a byte order mark, so that spreadsheets read the file as UTF-8. */
async function* csvBytes(rows: readonly (readonly CsvCell[])[]): AsyncGenerator<Uint8Array> {
  const lines = await mapInTurns(rows, (row) => `${formatCsvLine(row)}\r\n`)
  yield Buffer.from(`\ufeff${lines.join('')}`)
}

/** A season in the format of league files, as of one moment; null if it is not stored. */
function readSeason(db: Db, leagueId: number, season: number): Promise<LeagueFileSeason | null> {
  return inSnapshot(db, async (snapshot) => {
    const stored = await findSeason(snapshot, leagueId, season)
    if (stored === null) return null
    const archive = archiveReader(snapshot)
    const draft = await archive.findDraft(leagueId, season)
    const transactions = await archive.listTransactions(leagueId, season)
    const moved = [...(draft?.picks ?? []), ...transactions.flatMap(({ moves }) => moves)]
    const lineups: LeagueFileSeason['lineups'] = []
    for (const week of await archive.listWeeksWithLineups(leagueId, season)) {
      const ofWeek = await archive.listLineups(leagueId, season, week)
      lineups.push({ week, teams: await mapInTurns(ofWeek, presentLineup) })
    }
    const players = await findPlayers(
      snapshot,
      moved.map(({ playerId }) => playerId),
    )
    return presentLeagueFileSeason(stored, { lineups, draft, transactions, players })
  })
}
