import { useQuery } from '@tanstack/react-query'
import { latestFeedQuery } from '../../features/feed/use-feed.ts'
import { GameList } from '../../features/matchups/game-list.tsx'
import { scoreboardQuery } from '../../features/matchups/use-matchups.ts'
import { hasProjections, ProjectionsContext } from '../../ui/feedback/freshness.tsx'
import { Card, Section, Stack, useMediaQuery } from '../../ui/layout/layout.tsx'
import { RecapSummary } from '../../ui/recap/recap-summary.tsx'

/** While games are live. */
const REFETCH_MS = 60_000

/** The live games of the others in a league, and its last recap. Nothing on a phone, where the screen is full. */
export function LeagueWeek({ league }: { league: string }) {
  const isWide = useMediaQuery('(min-width: 960px)')
  const { data: scoreboard } = useQuery({
    ...scoreboardQuery(league),
    enabled: isWide,
    refetchInterval: ({ state }) =>
      state.data?.matchups.some((game) => game.state === 'live') === true ? REFETCH_MS : false,
  })
  const { data: feed } = useQuery({ ...latestFeedQuery(league), enabled: isWide })
  const live = scoreboard?.matchups.filter(
    ({ state, away, home }) => state === 'live' && !away.is_mine && !home.is_mine,
  )
  const recap = feed?.items.flatMap((item) => (item.type === 'post' ? (item.recap?.card ?? []) : []))[0]
  const hasLive = scoreboard !== undefined && live !== undefined && live.length > 0
  if (!isWide || (!hasLive && recap === undefined)) return null
  return (
    <Stack gap={3}>
      {hasLive ? (
        <Section title={`Live in ${league}`} level={3}>
          <ProjectionsContext value={hasProjections(scoreboard)}>
            <GameList league={league} scoreboard={{ ...scoreboard, matchups: live }} />
          </ProjectionsContext>
        </Section>
      ) : null}
      {recap === undefined ? null : (
        <Card title={`The last week in ${league}`} level={3}>
          <RecapSummary recap={recap} />
        </Card>
      )}
    </Stack>
  )
}
