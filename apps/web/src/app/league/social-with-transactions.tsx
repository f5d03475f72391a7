import { Suspense } from 'react'
import { LeagueSocialTab } from '../../features/feed/league-social-tab.tsx'
import { MOVES_VIEW, TRANSACTION_VIEWS } from '../../features/transactions/transaction-views.ts'
import { useLocation, useRouter } from '../../router/router.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { SegmentedControl } from '../../ui/forms/radio-group.tsx'
import { lazyNamed } from '../../ui/lazy-named.ts'
import ui from '../../ui/ui.module.css'

const Comments = lazyNamed(() => import('../../features/feed/comments/comments.tsx'), 'Comments')
const TransactionsView = lazyNamed(
  () => import('../../features/transactions/transactions-view.tsx'),
  'TransactionsView',
)
const MovesView = lazyNamed(() => import('../../features/transactions/moves-view.tsx'), 'MovesView')
const RulesView = lazyNamed(() => import('../../features/rules/rules-view.tsx'), 'RulesView')
const TradePage = lazyNamed(() => import('../../features/transactions/trade-page.tsx'), 'TradePage')

type Props = {
  league: string
  /** The display name of the current user. */
  user: string
  isAdmin: boolean
  /** Stored seasons, newest first. */
  seasons: readonly number[]
}

const VIEWS = [
  { value: 'feed', label: 'Feed' },
  { value: 'transactions', label: 'Transactions' },
  { value: MOVES_VIEW, label: 'Best moves' },
  { value: 'rules', label: 'Rules' },
] as const

/** The views of the transactions, and of a trade in a link. */
const TRANSACTIONS: readonly (string | null)[] = [
  ...TRANSACTION_VIEWS.map(({ value }) => value),
  MOVES_VIEW,
  'trade',
]
/** The views of the rules; any other one is of the feed. */
const RULES: readonly (string | null)[] = ['rules', 'rule-changes']

/** The feed of a league, its transactions or one of its trades, or its rules. */
export function SocialWithTransactions({ seasons, ...props }: Props) {
  const router = useRouter()
  const { view, season, post } = useLocation()
  const isRules = RULES.includes(view)
  const isFeed = !isRules && !TRANSACTIONS.includes(view)
  const views = (
    <SegmentedControl
      label="View"
      options={VIEWS}
      value={isFeed ? 'feed' : isRules ? 'rules' : view === MOVES_VIEW ? view : 'transactions'}
      onChange={(next) => router.navigate({ tab: 'league social', view: next === 'feed' ? null : next })}
    />
  )
  if (isFeed)
    return (
      <div className={ui.stack16}>
        {views}
        <LeagueSocialTab {...props} />
      </div>
    )
  if (isRules)
    return (
      <Suspense fallback={<Skeleton label="Loading rules" rows={4} height={120} />}>
        <RulesView league={props.league} isAdmin={props.isAdmin} views={views} />
      </Suspense>
    )
  return (
    <Suspense fallback={<Skeleton label="Loading transactions" rows={6} height={96} />}>
      {season !== null && post !== null ? (
        <TradePage
          league={props.league}
          season={season}
          trade={post}
          discussion={
            <Comments
              league={props.league}
              user={props.user}
              discussion={{ type: 'trade', season, id: post }}
            />
          }
        />
      ) : view === MOVES_VIEW ? (
        <MovesView league={props.league} seasons={seasons} views={views} />
      ) : (
        <TransactionsView league={props.league} seasons={seasons} views={views} />
      )}
    </Suspense>
  )
}
