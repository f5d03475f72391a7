import { listPlayerNews } from '@fieldhouse/contract/news'
import { currentUser } from '../../auth/access.ts'
import type { LeagueAccessStore } from '../../auth/league-access-store.ts'
import type { Routes } from '../../http/requests/validation.ts'
import type { PlayerReader } from '../../repositories/seasons/player-reader.ts'
import type { PlayerNews } from './player-news.ts'
import { presentHeadline } from './present.ts'

export type NewsOptions = {
  news: PlayerNews
  players: Pick<PlayerReader, 'findByNames'>
  leagues: Pick<LeagueAccessStore, 'listLeagueIds'>
  now: () => Date
}

export const newsRoutes: Routes<NewsOptions> = (app, { news, players, leagues, now }) => {
  app.route({
    ...listPlayerNews,
    async handler(request) {
      const { players: names, source } = request.query
      if (names.length === 0) return { items: [], is_complete: true }
      const playersByName = await players.findByNames(
        names,
        await leagues.listLeagueIds(currentUser(request).userId),
      )
      const subjects = names.map((name) => {
        const player = playersByName.get(name)
        return { name, espnId: player?.espnId ?? null, nflTeamId: player?.nflTeamId ?? null }
      })
      // Anybody can ask for any name.
      const asked = subjects.filter(({ name }) => playersByName.get(name)?.isRostered === true)
      const { headlines, freshUntil } =
        source === 'stored' ? await news.getStoredNews(subjects, asked) : await news.getNews(subjects, asked)
      request.cacheExpiresAt = freshUntil
      return { items: headlines.map(presentHeadline), is_complete: freshUntil > now().getTime() }
    },
  })
}
