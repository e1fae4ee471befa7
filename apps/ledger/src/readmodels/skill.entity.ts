import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A skill of the catalogue in its current version. */
@Entity({ schema: 'ledger_read', name: 'skills' })
export class SkillEntity {
  @PrimaryColumn({ type: 'text' }) skill!: string;
  @Column({ type: 'int' }) version!: number;
  @Column({ type: 'text' }) description!: string;
  @Column({ type: 'boolean' }) archived!: boolean;
  @Column({ type: 'boolean', name: 'enabled_by_default' }) enabledByDefault!: boolean;
  @Column({ type: 'text', name: 'skill_hash' }) skillHash!: string;
  @Column({ type: 'text', name: 'skill_text_hash' }) skillTextHash!: string;
  @Column({ type: 'timestamptz', name: 'published_at' }) publishedAt!: Date;
}
