import { Suspense, useState } from 'react'
import { Comments } from '../../features/feed/comments.tsx'
import { LeagueSocialTab } from '../../features/feed/league-social-tab.tsx'
import { type QuotedTextProps, QuotesContext, RecapContext } from '../../features/feed/written-text.tsx'
import { isTradeView, MOVES_VIEW } from '../../features/transactions/transaction-views.ts'
import { useLocation, useRouter } from '../../router/router.ts'
import { Skeleton } from '../../ui/feedback/feedback.tsx'
import { SegmentedControl, SelectField } from '../../ui/forms/field.tsx'
import { useMediaQuery } from '../../ui/layout/layout.tsx'
import { lazyNamed } from '../../ui/lazy-named.ts'
import styles from './league.module.css'
import type { TabProps } from './league-screen.tsx'

const TransactionsView = lazyNamed(
  () => import('../../features/transactions/transactions-view.tsx'),
  'TransactionsView',
)
const MovesView = lazyNamed(() => import('../../features/transactions/moves-view.tsx'), 'MovesView')
const QuotedText = lazyNamed(() => import('./quoted-text.tsx'), 'QuotedText')
const RecapPage = lazyNamed(() => import('./recap-page.tsx'), 'RecapPage')
const RulesView = lazyNamed(() => import('../../features/rules/rules-view.tsx'), 'RulesView')
const DuesView = lazyNamed(() => import('../../features/dues/dues-view.tsx'), 'DuesView')
const TradeBlockView = lazyNamed(() => import('../../features/teams/trade-block.tsx'), 'TradeBlockView')
const MembersView = lazyNamed(() => import('./members-view.tsx'), 'MembersView')
const TradePage = lazyNamed(() => import('../../features/transactions/transactions-view.tsx'), 'TradePage')

type Props = Pick<TabProps, 'league' | 'user' | 'isAdmin' | 'seasons'>

const renderQuotes = (props: QuotedTextProps) => <QuotedText {...props} />

const VIEWS = [
  { value: 'feed', label: 'Feed' },
  { value: 'transactions', label: 'Transactions' },
  { value: MOVES_VIEW, label: 'Best moves' },
  { value: 'trade-block', label: 'Trade block' },
  { value: 'rules', label: 'Rules' },
  { value: 'dues', label: 'Dues' },
  { value: 'members', label: 'Members' },
] as const

/** The view that an address names. Trades, with or without a list, are among the transactions. */
function viewOf(view: string | null) {
  if (view === 'rule-changes') return 'rules'
  if (view !== MOVES_VIEW && isTradeView(view)) return 'transactions'
  return VIEWS.find(({ value }) => value === view)?.value ?? 'feed'
}

export function SocialWithTransactions({ seasons, ...props }: Props) {
  const router = useRouter()
  const { view, season, post } = useLocation()
  const { league, user, isAdmin } = props
  const shown = viewOf(view)
  // A trade that no list has opened leads back to its own season.
  const [listSeason, setListSeason] = useState<number | null>()
  const trade = isTradeView(view) && season !== null && post !== null ? { season, id: post } : null
  const shownSeason = !isTradeView(view) ? undefined : trade === null ? season : listSeason
  if (shownSeason !== listSeason) setListSeason(shownSeason)
  const isWide = useMediaQuery('(min-width: 1000px)')
  const viewProps = {
    label: 'View',
    options: VIEWS,
    value: shown,
    onChange: (next: string) =>
      router.navigate({ tab: 'league social', view: next === 'feed' ? null : next }),
  } as const
  const views = isWide ? (
    <SegmentedControl {...viewProps} />
  ) : (
    <div className={styles.view}>
      <SelectField {...viewProps} isLabelHidden />
    </div>
  )
  const renderView = () => {
    if (trade !== null)
      return (
        <TradePage
          league={league}
          season={trade.season}
          trade={trade.id}
          listSeason={listSeason === undefined ? trade.season : listSeason}
          discussion={<Comments league={league} user={user} discussion={{ type: 'trade', ...trade }} />}
        />
      )
    switch (shown) {
      case 'feed':
        return (
          <QuotesContext value={renderQuotes}>
            <RecapContext value={(recap) => <RecapPage {...recap} />}>
              <LeagueSocialTab {...props} views={views} />
            </RecapContext>
          </QuotesContext>
        )
      case 'transactions':
        return <TransactionsView league={league} seasons={seasons} views={views} />
      case MOVES_VIEW:
        return <MovesView league={league} seasons={seasons} views={views} />
      case 'trade-block':
        return <TradeBlockView league={league} views={views} />
      case 'rules':
        return <RulesView league={league} isAdmin={isAdmin} views={views} />
      case 'dues':
        return <DuesView league={league} isAdmin={isAdmin} seasons={seasons} views={views} />
      case 'members':
        return <MembersView league={league} views={views} />
    }
  }
  return <Suspense fallback={<Skeleton label="Loading" rows={6} height={96} />}>{renderView()}</Suspense>
}
