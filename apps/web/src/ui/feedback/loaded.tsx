import type { ErrorCode } from '@fieldhouse/contract/errors'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue } from 'react'
import { ApiError, getErrorReason } from '../../api/api-client.ts'
import { Button } from '../forms/button.tsx'
import { Stack } from '../layout/layout.tsx'
import styles from './feedback.module.css'
import { Notice } from './notice.tsx'
import { Skeleton } from './skeleton.tsx'

type Props<Data> = (NamedContent | CustomContent) & {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isError' | 'isFetching' | 'isPending' | 'refetch'>
  children: (data: Data) => ReactNode
  /** Shown when the requested thing does not exist, instead of an error. */
  missing?: { code: ErrorCode; content: ReactNode }
}

type NamedContent = {
  /** What is loaded, as in 'Loading leagues' and 'Failed to load leagues'. */
  name: string
  rows?: number
  height?: number
}

type CustomContent = {
  skeleton: ReactNode
  errorTitle: string
}

/** Renders a query as loading, failed or loaded. Loaded data stays visible if a refetch fails. */
export function Loaded<Data>({ query, children, missing, ...content }: Props<Data>) {
  const hasData = query.data !== undefined
  // Deferred rendering keeps the page responsive while a large response is rendered.
  const isRendered = useDeferredValue(hasData)
  const { skeleton, errorTitle } = 'name' in content ? toCustomContent(content) : content
  if (query.isPending || (hasData && !isRendered)) return skeleton
  if (missing !== undefined && query.error instanceof ApiError && query.error.code === missing.code)
    return missing.content
  return (
    <>
      {query.isError ? <LoadError errorTitle={errorTitle} query={query} hasStaleData={hasData} /> : null}
      {query.data === undefined ? null : children(query.data)}
    </>
  )
}

function toCustomContent({ name, ...size }: NamedContent): CustomContent {
  return { skeleton: <Skeleton label={`Loading ${name}`} {...size} />, errorTitle: `Failed to load ${name}` }
}

function isMissing(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 404
}

type LoadErrorProps = Pick<Props<unknown>, 'query'> & { errorTitle: string; hasStaleData: boolean }

function LoadError({ errorTitle, query, hasStaleData }: LoadErrorProps) {
  return (
    <Stack gap={3} className={styles.error}>
      <Notice tone="bad">
        <strong>{errorTitle}</strong>
        <p>
          {getErrorReason(query.error)}
          {hasStaleData ? ' Showing the last good data.' : ''}
        </p>
      </Notice>
      {isMissing(query.error) ? null : (
        <Button onClick={() => void query.refetch()} disabled={query.isFetching}>
          Retry
        </Button>
      )}
    </Stack>
  )
}
