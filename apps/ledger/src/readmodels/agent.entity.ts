import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An agent that the log has heard of. */
@Entity({ schema: 'ledger_read', name: 'agents' })
export class AgentEntity {
  @PrimaryColumn({ type: 'text' }) agent!: string;
  @Column({ type: 'text', nullable: true }) release!: string | null;
}
