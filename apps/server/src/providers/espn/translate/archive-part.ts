import type { ArchivePart, ArchivePartName } from '@fieldhouse/domain/rosters/archive'
import { translateDraft } from './draft.ts'
import { translateTransactions } from './transactions.ts'
import { translateWeek } from './week.ts'

type RequestedPart = { leagueId: string; season: number; week: number; name: ArchivePartName }

/** Translates one part of a season's archive from a body that contains it. `week` is ignored for a draft. */
export function translatePart(json: unknown, { name, ...requested }: RequestedPart): ArchivePart {
  switch (name) {
    case 'line-ups':
      return { name, week: translateWeek(json, requested) }
    case 'draft':
      return { name, draft: translateDraft(json, requested) }
    case 'transactions': {
      const { season, week } = requested
      return { name, week: { season, week, ...translateTransactions(json, requested) } }
    }
  }
}
