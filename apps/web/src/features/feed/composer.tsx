import { useInfiniteQuery } from '@tanstack/react-query'
import { type RefObject, Suspense, useId, useState } from 'react'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { lazyNamed } from '../../ui/lazy-named.ts'
import { Tabs, tabElementId } from '../../ui/navigation/tabs.tsx'
import ui from '../../ui/ui.module.css'
import styles from './composer.module.css'
import { isWritingIn } from './list/created-item.ts'
import { useIncomingFiles } from './media/use-incoming-files.ts'
import { usePostFiles } from './media/use-post-files.ts'
import { useUploads } from './media/use-uploads.ts'
import { usePrefetchedMentionables } from './mentions/mentionables-query.ts'
import { PostForm } from './posts/post-forms.tsx'
import { type FeedFilter, type FeedItem, feedQuery, type ItemType } from './use-feed.ts'

// Loaded on demand: the Post tab is shown first.
const MediaForm = lazyNamed(() => import('./media/media-form.tsx'), 'MediaForm')
const ProposalForm = lazyNamed(() => import('./proposals/proposal-form.tsx'), 'ProposalForm')

const COMPOSER_TABS = [
  { id: 'post', label: 'Post' },
  { id: 'proposal', label: 'Proposal' },
  { id: 'media', label: 'Media' },
] as const

// Most leagues have no slow mode.
const SlowModeNote = lazyNamed(() => import('./moderation/slow-mode-note.tsx'), 'SlowModeNote')

type Props = {
  ref: RefObject<HTMLElement | null>
  league: string
  /** The list that is shown below. */
  filter: FeedFilter
  user: string
  onCreated: (item: FeedItem) => void
}

/**
 * The forms for posts, proposals, and media. All stay mounted, so drafts survive a change of tabs. Files that are
 * dropped or pasted anywhere on the page belong to the post that is being written, or else are shared on their own.
 */
export function Composer({ ref, league, filter, user, onCreated }: Props) {
  const panelId = useId()
  const hasSlowMode = useInfiniteQuery({
    ...feedQuery(league, filter),
    enabled: false,
    select: ({ pages }) => pages[0]?.slow_mode !== undefined,
  })
  usePrefetchedMentionables(league)
  const uploads = useUploads(league, onCreated)
  const postFiles = usePostFiles(league)
  // Uploads continue when the user leaves the tab, so show them again on return.
  const [tab, setTab] = useState<ItemType>(uploads.list.length > 0 ? 'media' : 'post')
  const isDraggingFiles = useIncomingFiles((files) => {
    const isWritingPost = tab === 'post' && ref.current !== null && isWritingIn(ref.current)
    if (isWritingPost || postFiles.list.length > 0) postFiles.add(files)
    else {
      setTab('media')
      uploads.add(files)
    }
  })

  return (
    <section ref={ref} className={`${ui.card} ${styles.composer}`} aria-label="Share with your league">
      <Tabs label="What to share" tabs={COMPOSER_TABS} active={tab} onSelect={setTab} panelId={panelId} />
      <div id={panelId} className={styles.panel} role="tabpanel" aria-labelledby={tabElementId(panelId, tab)}>
        <div hidden={tab !== 'post'}>
          <PostForm league={league} user={user} files={postFiles} onCreated={onCreated} />
        </div>
        <div hidden={tab !== 'proposal'}>
          <Suspense fallback={<Skeleton label="Loading form" rows={4} height={44} />}>
            <ProposalForm league={league} user={user} onCreated={onCreated} />
          </Suspense>
        </div>
        <div hidden={tab !== 'media'}>
          <Suspense fallback={<Skeleton label="Loading form" rows={2} height={44} />}>
            <MediaForm uploads={uploads} />
          </Suspense>
        </div>
      </div>
      {hasSlowMode.data === true ? (
        <div className={styles.slowMode}>
          <Suspense fallback={null}>
            <SlowModeNote league={league} />
          </Suspense>
        </div>
      ) : null}
      {isDraggingFiles ? <p className={styles.overlay}>Drop files to share them</p> : null}
    </section>
  )
}
