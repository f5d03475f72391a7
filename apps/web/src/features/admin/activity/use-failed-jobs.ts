import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ApiResponse, apiClient } from '../../../api/api-client.ts'

export type FailedJob = ApiResponse<'GET /api/jobs/failed/'>['jobs'][number]

/** The jobs that have failed for good, most recent first. */
export const failedJobsQuery = queryOptions({
  queryKey: ['failed-jobs'],
  queryFn: ({ signal }) => apiClient('GET /api/jobs/failed/', { signal }),
})

export function useRetryFailedJob() {
  return useFailedJobMutation((id: number) =>
    apiClient('POST /api/jobs/failed/:id/retry/', { params: { id: String(id) } }),
  )
}

export function useDismissFailedJob() {
  return useFailedJobMutation((id: number) =>
    apiClient('POST /api/jobs/failed/:id/dismiss/', { params: { id: String(id) } }),
  )
}

export function useDismissFailedJobs() {
  return useFailedJobMutation(() => apiClient('POST /api/jobs/failed/dismiss/'))
}

/** Loads the list again even after an error, because the job may be gone. */
function useFailedJobMutation<Variables = void>(
  mutationFn: (variables: Variables) => Promise<{ message: string }>,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: failedJobsQuery.queryKey }),
  })
}
