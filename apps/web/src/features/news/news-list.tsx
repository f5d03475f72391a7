import { useState } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Field } from '../../ui/field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import hidden from '../../ui/visually-hidden.module.css'
import { Headline } from './headline.tsx'
import type { NewsItem } from './news-item.ts'
import styles from './news-list.module.css'
import { filterAndSortNews, NEWS_SORTS, type NewsSort } from './news-order.ts'

type Props = { items: readonly NewsItem[]; now: Date }

/** A list of headlines with search and sort controls. */
export function NewsList({ items, now }: Props) {
  const [search, setSearch] = useState('')
  const [sort, setSort] = useState<NewsSort>('newest')
  if (items.length === 0)
    return (
      <EmptyState hint="News about your players from the last two weeks.">No recent headlines.</EmptyState>
    )

  const visibleItems = filterAndSortNews(items, search, sort)
  return (
    <div className={styles['news']}>
      <search className={styles['controls']}>
        <TextField type="search" label="Search news" value={search} onChange={setSearch} />
        <Field label="Sort">
          {(control) => (
            <select {...control} value={sort} onChange={(event) => setSort(event.target.value as NewsSort)}>
              {Object.entries(NEWS_SORTS).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
      </search>
      <p className={hidden['hidden']} role="status">
        {search === '' ? '' : `${visibleItems.length} of ${items.length} headlines`}
      </p>
      {visibleItems.length === 0 ? (
        <EmptyState hint="Try a shorter search.">No matches.</EmptyState>
      ) : (
        <ul className={styles['list']}>
          {visibleItems.map((item) => (
            <Headline key={`${item.player} ${item.link} ${item.title}`} item={item} now={now} />
          ))}
        </ul>
      )}
    </div>
  )
}
