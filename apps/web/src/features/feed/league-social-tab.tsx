import { useState } from 'react'
import { Segmented } from '../../ui/segmented.tsx'
import { useNow } from '../../ui/use-now.ts'
import hidden from '../../ui/visually-hidden.module.css'
import { Composer } from './composer.tsx'
import { FeedList } from './feed-list.tsx'
import styles from './league-social-tab.module.css'
import { type FeedFilter, type FeedItem, type ItemType, keyOf } from './use-feed.ts'
import { useIncomingFiles } from './use-incoming-files.ts'
import { useUploads } from './use-uploads.ts'

const FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'post', label: 'Posts' },
  { value: 'proposal', label: 'Proposals' },
  { value: 'media', label: 'Media' },
] as const satisfies readonly { value: FeedFilter; label: string }[]

type Props = {
  league: string
  /** The display name of the reader. */
  user: string
  isAdmin: boolean
}

export function LeagueSocialTab({ league, user, isAdmin }: Props) {
  const now = useNow()
  const [filter, setFilter] = useState<FeedFilter>('all')
  const [tab, setTab] = useState<ItemType>('post')
  const [mine, setMine] = useState<ReadonlySet<string>>(new Set())
  const keepAsMine = (item: FeedItem) => setMine((before) => new Set([...before, keyOf(item)]))
  const uploads = useUploads(league, keepAsMine)
  const isOver = useIncomingFiles((files) => {
    setTab('media')
    uploads.add(files)
  })

  return (
    <div className={styles['tab']}>
      <h2 className={hidden['hidden']}>League Social</h2>
      <Composer league={league} now={now} tab={tab} onTab={setTab} uploads={uploads} onMade={keepAsMine} />
      <div className={styles['filter']}>
        <Segmented label="Show" options={FILTERS} value={filter} onChange={setFilter} />
      </div>
      <FeedList
        key={filter}
        league={league}
        filter={filter}
        user={user}
        canPin={isAdmin}
        now={now}
        mine={mine}
      />
      {isOver ? <p className={styles['drop']}>Drop the files to share them</p> : null}
    </div>
  )
}
