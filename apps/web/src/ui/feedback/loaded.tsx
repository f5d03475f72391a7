import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue } from 'react'
import { getErrorReason } from '../../api/api-error.ts'
import { Button } from '../forms/button.tsx'
import styles from './loaded.module.css'
import { Notice } from './notice.tsx'

type Props<Data> = {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isError' | 'isFetching' | 'isPending' | 'refetch'>
  skeleton: ReactNode
  /** The title of the error, such as 'Failed to load leagues'. */
  errorTitle: string
  children: (data: Data) => ReactNode
}

/** Renders a query as loading, failed or loaded. Loaded data stays visible if a refetch fails. */
export function Loaded<Data>({ query, skeleton, errorTitle, children }: Props<Data>) {
  const hasData = query.data !== undefined
  // Deferred rendering keeps the page responsive while a large response is rendered.
  const isRendered = useDeferredValue(hasData)
  if (query.isPending || (hasData && !isRendered)) return skeleton
  const loadError = query.isError ? (
    <LoadError errorTitle={errorTitle} query={query} hasStaleData={hasData} />
  ) : null
  return (
    <>
      {loadError}
      {query.data === undefined ? null : children(query.data)}
    </>
  )
}

type LoadErrorProps = Pick<Props<unknown>, 'errorTitle' | 'query'> & { hasStaleData: boolean }

function LoadError({ errorTitle, query, hasStaleData }: LoadErrorProps) {
  return (
    <div className={styles.error}>
      <Notice tone="bad">
        <strong>{errorTitle}</strong>
        <p>
          {getErrorReason(query.error)}
          {hasStaleData ? ' Showing the last good data.' : ''}
        </p>
      </Notice>
      <Button onClick={() => void query.refetch()} disabled={query.isFetching}>
        Retry
      </Button>
    </div>
  )
}
