import { getDraft } from '@fieldhouse/contract/draft'
import { leagueOf } from '../../auth/access.ts'
import type { Routes } from '../../http/requests/validation.ts'
import type { SeasonReader } from '../../repositories/seasons/season-reader.ts'
import { type DraftSources, readDraft } from './read-draft.ts'

export type DraftOptions = DraftSources & {
  seasons: Pick<SeasonReader, 'getCurrentSeason'>
  now: () => Date
}

export const draftRoutes: Routes<DraftOptions> = (app, { seasons, now, ...sources }) => {
  app.route({
    ...getDraft,
    async handler(request) {
      const { id } = leagueOf(request)
      return readDraft(sources, id, request.query.season ?? (await seasons.getCurrentSeason(id, now())))
    },
  })
}
