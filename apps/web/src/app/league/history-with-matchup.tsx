import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, Suspense } from 'react'
import { usePageEnvironment } from '../../api/page-environment.ts'
import { OwnerAwards } from '../../features/awards/award-counts.tsx'
import { HistoryTab } from '../../features/history/history-page.tsx'
import { myMatchupQuery } from '../../features/matchups/use-matchups.ts'
import { useLocation } from '../../router/router.ts'
import { Skeleton } from '../../ui/feedback/feedback.tsx'
import { lazyNamed } from '../../ui/lazy-named.ts'
import type { TabProps } from './league-screen.tsx'

const DraftView = lazyNamed(() => import('../../features/draft/draft-view.tsx'), 'DraftView')

const KeepersView = lazyNamed(() => import('../../features/keepers/keepers-view.tsx'), 'KeepersView')

const SeasonCardsView = lazyNamed(
  () => import('../../features/season-cards/season-cards-view.tsx'),
  'SeasonCardsView',
)

type Props = Pick<TabProps, 'league' | 'currentYear' | 'isAdmin' | 'seasons'>

export function HistoryWithMatchup({ league, currentYear, isAdmin, seasons }: Props) {
  const { view } = useLocation()
  if (view === 'draft')
    return (
      <Suspense fallback={<Skeleton label="Loading the draft" rows={10} height={56} />}>
        <DraftView league={league} seasons={seasons} canManage={isAdmin} />
      </Suspense>
    )
  if (view === 'keepers')
    return (
      <Suspense fallback={<Skeleton label="Loading keepers" rows={10} height={56} />}>
        <KeepersView league={league} seasons={seasons} canManage={isAdmin} />
      </Suspense>
    )
  if (view === 'cards' || view === 'league-cards')
    return (
      <Suspense fallback={<Skeleton label="Loading season cards" rows={8} height={64} />}>
        <SeasonCardsView league={league} seasons={seasons} />
      </Suspense>
    )
  return <HistoryOfUser league={league} currentYear={currentYear} canManage={isAdmin} />
}

function HistoryOfUser(
  props: Pick<ComponentProps<typeof HistoryTab>, 'league' | 'currentYear' | 'canManage'>,
) {
  // For a part of the screen that a rendered page does not have.
  const isRendered = usePageEnvironment() !== null
  const { data } = useQuery({ ...myMatchupQuery(props.league), enabled: !isRendered })
  const sides = data?.matchup == null ? [] : [data.matchup.away, data.matchup.home]
  const mine = sides.find(({ is_mine: isMine }) => isMine)
  const opponent = sides.find(({ is_mine: isMine }) => !isMine)
  const myGame =
    data === undefined || mine === undefined
      ? null
      : { season: data.season, teamId: mine.team_id, opponentId: opponent?.team_id ?? null }
  return (
    <HistoryTab
      {...props}
      myGame={myGame}
      renderAwards={(owner) => <OwnerAwards league={props.league} owner={owner} />}
    />
  )
}
