import { serveTasks } from '../threads/task-thread.ts'
import { readReference } from './reference.ts'

// The program of the thread that describes the API.
serveTasks(readReference)
