import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { usePageEnvironment } from '../../api/page-environment.ts'
import { OwnerAwards } from '../../features/awards/award-counts.tsx'
import { HistoryTab } from '../../features/history/history-page.tsx'
import { myMatchupQuery } from '../../features/matchups/use-matchups.ts'
import { useLocation } from '../../router/router.ts'
import { Skeleton } from '../../ui/feedback/feedback.tsx'
import { lazyPart } from '../../ui/lazy-named.ts'
import type { TabProps } from './league-screen.tsx'

const DraftView = lazyPart(
  () => import('../../features/draft/draft-view.tsx'),
  'DraftView',
  <Skeleton label="Loading the draft" rows={10} height={56} />,
)

const KeepersView = lazyPart(
  () => import('../../features/keepers/keepers-view.tsx'),
  'KeepersView',
  <Skeleton label="Loading keepers" rows={10} height={56} />,
)

const SeasonCardsView = lazyPart(
  () => import('../../features/season-cards/season-cards-view.tsx'),
  'SeasonCardsView',
  <Skeleton label="Loading season cards" rows={8} height={64} />,
)

type Props = Pick<TabProps, 'league' | 'currentYear' | 'isAdmin' | 'seasons'>

export function HistoryWithMatchup({ league, currentYear, isAdmin, seasons }: Props) {
  const { view } = useLocation()
  if (view === 'draft') return <DraftView league={league} seasons={seasons} canManage={isAdmin} />
  if (view === 'keepers') return <KeepersView league={league} seasons={seasons} canManage={isAdmin} />
  if (view === 'cards' || view === 'league-cards')
    return <SeasonCardsView league={league} seasons={seasons} />
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
