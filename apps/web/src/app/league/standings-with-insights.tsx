import { Suspense } from 'react'
import { StandingsTab } from '../../features/standings/standings-tab.tsx'
import { useLocation, useRouter } from '../../router/router.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { SegmentedControl } from '../../ui/forms/radio-group.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { lazyNamed } from '../../ui/lazy-named.ts'
import { HorizontalScroller } from '../../ui/navigation/horizontal-scroller.tsx'

const LuckView = lazyNamed(() => import('../../features/insights/luck/luck-view.tsx'), 'LuckView')
const PowerView = lazyNamed(() => import('../../features/insights/power/power-view.tsx'), 'PowerView')
const ScheduleSwapView = lazyNamed(
  () => import('../../features/insights/schedule-swap/schedule-swap-view.tsx'),
  'ScheduleSwapView',
)

const RaceView = lazyNamed(() => import('../../features/insights/race/race-view.tsx'), 'RaceView')

const VIEWS = [
  { value: 'standings', label: 'Standings' },
  { value: 'race', label: 'Playoff race' },
  { value: 'power', label: 'Power' },
  { value: 'luck', label: 'Luck' },
  { value: 'schedule-swap', label: 'Schedule swap' },
] as const

type View = (typeof VIEWS)[number]['value']

type Props = {
  league: string
  /** Stored seasons, newest first. */
  seasons: readonly number[]
}

export function StandingsWithInsights(props: Props) {
  const router = useRouter()
  const location = useLocation()
  const view = viewOf(location.view)
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
        <ViewContent {...props} view={view} />
      </Suspense>
    </Stack>
  )
}

/** The view that an address names. A view can have variants, such as `power-dominance`. */
function viewOf(name: string | null): View {
  const view = VIEWS.find(({ value }) => name === value || name?.startsWith(`${value}-`) === true)
  return view?.value ?? 'standings'
}

function ViewContent({ view, ...props }: Props & { view: View }) {
  switch (view) {
    case 'standings':
      return <StandingsTab {...props} />
    case 'race':
      return <RaceView {...props} />
    case 'power':
      return <PowerView {...props} />
    case 'luck':
      return <LuckView {...props} />
    case 'schedule-swap':
      return <ScheduleSwapView {...props} />
  }
}
