import { lazy, Suspense, useId } from 'react'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs, tabElementId } from '../../ui/tabs.tsx'
import styles from './composer.module.css'
import { MediaForm } from './media-form.tsx'
import { PostForm } from './post-form.tsx'
import type { FeedItem, ItemType } from './use-feed.ts'
import type { Uploads } from './use-uploads.ts'

// Loaded on demand: the Post tab is shown first.
const ProposalForm = lazy(() =>
  import('./proposal-form.tsx').then((file) => ({ default: file.ProposalForm })),
)

const TABS = [
  { id: 'post', label: 'Post' },
  { id: 'proposal', label: 'Proposal' },
  { id: 'media', label: 'Media' },
] as const

type Props = {
  league: string
  now: Date
  tab: ItemType
  onTab: (tab: ItemType) => void
  uploads: Uploads
  onCreated: (item: FeedItem) => void
}

/** The forms for posts, proposals, and media. All stay mounted, so drafts survive a change of tabs. */
export function Composer({ league, now, tab, onTab, uploads, onCreated }: Props) {
  const panelId = useId()
  return (
    <section className={styles['composer']} aria-label="Share with your league">
      <Tabs label="What to share" tabs={TABS} active={tab} onSelect={onTab} panelId={panelId} />
      <div
        id={panelId}
        className={styles['panel']}
        role="tabpanel"
        aria-labelledby={tabElementId(panelId, tab)}
      >
        <div hidden={tab !== 'post'}>
          <PostForm league={league} onCreated={onCreated} />
        </div>
        <div hidden={tab !== 'proposal'}>
          <Suspense fallback={<Skeleton label="Loading form" rows={4} height={44} />}>
            <ProposalForm league={league} now={now} onCreated={onCreated} />
          </Suspense>
        </div>
        <div hidden={tab !== 'media'}>
          <MediaForm uploads={uploads} />
        </div>
      </div>
    </section>
  )
}
