import { Suspense } from 'react'
import { StandingsTab } from '../../features/standings/standings-tab.tsx'
import { useLocation, useRouter } from '../../router/router.ts'
import { Skeleton } from '../../ui/feedback/feedback.tsx'
import { SegmentedControl } from '../../ui/forms/field.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { lazyNamed } from '../../ui/lazy-named.ts'
import { HorizontalScroller } from '../../ui/navigation/tabs.tsx'
import type { SeasonTabProps } from './league-screen.tsx'

const LuckView = lazyNamed(() => import('../../features/insights/luck/luck-view.tsx'), 'LuckView')
const PowerView = lazyNamed(() => import('../../features/insights/power-view.tsx'), 'PowerView')
const ScheduleSwapView = lazyNamed(
  () => import('../../features/insights/schedule-swap-view.tsx'),
  'ScheduleSwapView',
)

const RaceView = lazyNamed(() => import('../../features/insights/race/race-view.tsx'), 'RaceView')

const VIEWS = [
  { value: 'standings', label: 'Standings', Content: StandingsTab },
  { value: 'race', label: 'Playoff race', Content: RaceView },
  { value: 'power', label: 'Power', Content: PowerView },
  { value: 'luck', label: 'Luck', Content: LuckView },
  { value: 'schedule-swap', label: 'Schedule swap', Content: ScheduleSwapView },
] as const

export function StandingsWithInsights(props: SeasonTabProps) {
  const router = useRouter()
  const location = useLocation()
  const { value: view, Content } = viewOf(location.view)
  return (
    <Stack gap={3}>
      <HorizontalScroller selected={view}>
        {(row) => (
          <div {...row}>
            <SegmentedControl
              label="View"
              options={VIEWS}
              value={view}
              onChange={(chosen) =>
                router.navigate({
                  view: chosen === 'standings' ? null : chosen,
                  week: null,
                  team: null,
                  picks: null,
                })
              }
            />
          </div>
        )}
      </HorizontalScroller>
      <Suspense fallback={<Skeleton label="Loading view" rows={8} height={44} />}>
        <Content {...props} />
      </Suspense>
    </Stack>
  )
}

/** The view that an address names. A view can have variants, such as `power-dominance`. */
function viewOf(name: string | null) {
  return VIEWS.find(({ value }) => name === value || name?.startsWith(`${value}-`) === true) ?? VIEWS[0]
}
