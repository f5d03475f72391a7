import type { ArchivePart, ArchivePartName } from '@fieldhouse/domain/rosters/archive'
import type { LeagueArchive, PartRequest } from '../league-provider.ts'

type Request = Omit<PartRequest, 'name' | 'week'>
type WeekRequest = Request & { week: number }

export async function readWeek(archive: LeagueArchive, request: WeekRequest) {
  const read = await readPart(archive, { ...request, name: 'line-ups' })
  return read && { week: read.part.week, raw: read.raw }
}

export async function readDraft(archive: LeagueArchive, request: Request) {
  const read = await readPart(archive, { ...request, week: 0, name: 'draft' })
  return read && { draft: read.part.draft, raw: read.raw }
}

export async function readTransactions(archive: LeagueArchive, request: WeekRequest) {
  const read = await readPart(archive, { ...request, name: 'transactions' })
  return read && { ...read.part.week, raw: read.raw }
}

async function readPart<Name extends ArchivePartName>(
  archive: LeagueArchive,
  request: PartRequest & { name: Name },
) {
  const read = await archive.readPart(request)
  return read && { part: read.part as Extract<ArchivePart, { name: Name }>, raw: read.raw }
}
